/** The build, on the site of the host's own tests. */
import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { hostSite } from './testing.ts';

const notFoundPage = 'client/pages/not-found-page.tsx';

describe('A site with messages that do not exist', () => {
  const copy = hostSite();
  let built: { status: number | null; output: string };

  beforeAll(() => {
    copy.replace('client/site/pages.ts', "'page.home.title'", "'page.nothing.title'");
    copy.replace(notFoundPage, "'notFound.page.text'", "'notFound.text'");
    copy.replace(notFoundPage, '<h1>', "<p dangerouslySetInnerHTML={{ __html: '' }} />\n<h1>");
    built = copy.build();
  }, 120_000);

  afterAll(() => copy.remove());

  test('is not built', () => assert.equal(built.status, 1));

  test('reports the title of a page, with file, line and id', () => {
    assert.match(built.output, /^client\/site\/pages\.ts:\d+:\d+: .*"page\.nothing\.title"/m);
  });

  test('reports a text of a component, with file, line and id', () => {
    assert.match(built.output, /^client\/pages.*page\.tsx:\d+:\d+: .*"notFound\.text"/m);
  });

  test('reports markup from a string, which browsers reject after a navigation', () => {
    assert.match(built.output, /^client\/pages.*page\.tsx:\d+:\d+: Type '\{ __html: string; \}'/m);
  });
});

describe('A site with messages that lack a value', () => {
  const copy = hostSite();
  let built: { status: number | null; output: string };

  beforeAll(() => {
    copy.replace('client/site/config.ts', /bonus: \S+/, '');
    for (const code of ['en', 'fr', 'ar'])
      copy.replace(`locales/${code}.json`, '{number}', '{position}');
    copy.replace(notFoundPage, "'notFound.page.text'", "'home.links.blog'");
    built = copy.build();
  }, 120_000);

  afterAll(() => copy.remove());

  test.each([
    ['of the configuration', /^client\/pages\/home-page\.tsx:\d+:\d+: .*"home\.links\.title"/m],
    [
      'of a component',
      /^client\/features\/ticker\/ticker\.tsx:\d+:\d+: .*'number' does not exist/m,
    ],
    ['of a tag', /^client\/pages\/not-found-page\.tsx:\d+:\d+: .*"home\.links\.blog"/m],
  ])('is not built, and its code is named with file and line: one %s', (_, expected) => {
    assert.equal(built.status, 1);
    assert.match(built.output, expected);
  });
});

describe('A site with other languages and photos', () => {
  const copy = hostSite();
  const formats = ['avif', 'jpeg', 'jpg', 'png', 'webp'];

  beforeAll(() => {
    const files = readdirSync(join(copy.folder, 'locales')).filter((name) =>
      /^(?!en\b).*\.json$/.test(name),
    );
    for (const file of files) rmSync(join(copy.folder, 'locales', file));
    const draft = { 'locale.dir': 'ltr', 'locale.draft': 'true', 'locale.name': 'Tiếng Việt' };
    writeFileSync(join(copy.folder, 'locales/vi.json'), JSON.stringify(draft));

    copy.replace(
      notFoundPage,
      'import ',
      "import { Picture } from '../components/picture.tsx';\nimport ",
    );
    for (const format of formats) {
      const photo = `client/site/pictures/photo.${format}`;
      copyFileSync('client/site/pictures/share-en.jpg', join(copy.folder, photo));
      copy.replace(notFoundPage, 'import ', `import ${format} from '../../${photo}';\nimport `);
      copy.replace(notFoundPage, '<p>', `<Picture src={${format}} width={1} height={1} /><p>`);
    }
    const { status, output } = copy.build();
    assert.equal(status, 0, output);
  }, 120_000);

  afterAll(() => copy.remove());

  test('needs no language but the default one', () => {
    const { locales } = copy.site;
    const codes = locales.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, ['en', 'vi', 'en-XA', 'en-XB', 'en-XK']);
  });

  test.each(formats)('has a photo of the format %s', (format) => {
    assert.match(copy.site.files.join(), new RegExp(`photo-\\w+\\.${format}`));
  });

  test('names the path and the fields of the content service', () => {
    assert.deepEqual(copy.site.contentService, {
      path: '/api/links',
      fields: { link: 'base', blogLink: 'blog' },
    });
  });
});
