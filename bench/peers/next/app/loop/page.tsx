/** A fault of an application: never ends where `LOOP` is set. */
export const dynamic = 'force-dynamic';

export default function Page() {
  while (process.env.LOOP);
  return <p>No loop</p>;
}
