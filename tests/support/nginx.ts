import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from './program.ts';

/** Runs nginx with what is in its `http` block, and its own files in a folder. */
export function runNginx(folder: string, http: string): Program {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/nginx-${name};`).join(' ');
  // Of one process: the worker of a root's master may not write to the folder.
  const main = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr; events {}`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `${main} http { access_log off; ${paths} ${http} }`);
  return new Program('nginx', ['-e', 'stderr', '-c', file], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
}
