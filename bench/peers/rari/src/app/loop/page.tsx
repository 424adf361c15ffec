/** A fault of an application: never ends where `LOOP` is set. */
export default function Page() {
  while (process.env.LOOP);
  return <p>No loop</p>;
}
