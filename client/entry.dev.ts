/** Development only: the page's first script, and before it what loads the page anew. */
import './dev-reload.ts';
import './entry.client.ts';
