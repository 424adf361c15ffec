/**
 * The commands of localisers.
 *
 *     messages.ts check                prints each finding with its fix, and the coverage
 *     messages.ts check --language=vi  of one language
 *     messages.ts check --release      fails as well on what is not reviewed
 *     messages.ts confirm zh [ID]      records the present English of all translations, or of one
 *     messages.ts export [vi]          writes xliff/CODE.xlf for each language, or for one
 *     messages.ts import FILE…         takes translations from XLIFF files into locales/
 *
 * With `--locales=DIR` in another folder than locales/, with `--out=DIR` to another than xliff/.
 */
import { run } from './commands.ts';

process.exitCode = await run(process.argv.slice(2), console);
