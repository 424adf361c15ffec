import { linkFields, linkPath } from '../../../../../../client/site/config.ts';
import Home from '../../home.js';
import { pageState } from '../site.ts';

/** Cached by rari for ten seconds, as is the link; stale pages may be served for a day. */
export default async function Page() {
  return <Home state={{ ...pageState(1), link: await operatorLink() }} />;
}

async function operatorLink(): Promise<string> {
  const { CONTENT_API_URL, CONTENT_API_TOKEN } = process.env;
  const options = {
    headers: { authorization: `Bearer ${CONTENT_API_TOKEN}` },
    rari: { revalidate: 10, timeout: 2_000 },
  };
  const url = `${CONTENT_API_URL}${linkPath}?fields[0]=${linkFields.link}`;
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`the content service responds with ${response.status}`);
  const { data } = await response.json();
  return data.attributes[linkFields.link];
}
