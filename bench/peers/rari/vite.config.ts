import { rari } from 'rari/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [
    rari({
      cacheControl: {
        routes: { '/uncached': 'no-store' },
      },
    }),
    {
      // What the runtime of 0.16 puts in each page's head; 0.15 writes it in `index.html` alone.
      name: 'client-head',
      transformIndexHtml: {
        order: 'post',
        handler(html, { bundle }) {
          const [head] = /(?<=<head>).*(?=<\/head>)/s.exec(html) ?? [];
          if (bundle)
            this.emitFile({ type: 'asset', fileName: 'rari-client-head.html', source: head });
        },
      },
    },
  ],
});
