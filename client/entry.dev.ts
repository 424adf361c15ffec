/** Development only: the entry script with live reload. */
import './dev-reload.ts';
import './entry.client.ts';
