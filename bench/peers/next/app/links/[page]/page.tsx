import { linkFields, linkPath } from '../../../../../../client/site/config.ts';
import { Home } from '../../home.tsx';
import { pageState } from '../../site.ts';

/**
 * Incremental static regeneration: rendered by the first request, and again after ten seconds. While
 * that fails, Next.js serves the last page.
 */
export const revalidate = 10;

/** None at build time, which has no content service. */
export function generateStaticParams() {
  return [];
}

export default async function Page() {
  return <Home state={{ ...pageState(1), link: await operatorLink() }} />;
}

async function operatorLink(): Promise<string> {
  const { CONTENT_API_URL, CONTENT_API_TOKEN } = process.env;
  const response = await fetch(`${CONTENT_API_URL}${linkPath}?fields[0]=${linkFields.link}`, {
    headers: { authorization: `Bearer ${CONTENT_API_TOKEN}` },
    signal: AbortSignal.timeout(2_000),
    next: { revalidate },
  });
  if (!response.ok) throw new Error(`the content service responds with ${response.status}`);
  const { data } = await response.json();
  return data.attributes[linkFields.link];
}
