/** The workflows in .github/workflows/, as GitHub's own editor service validates them. */
import { readdirSync, readFileSync } from 'node:fs';
import { validate } from '@actions/languageservice';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';

const folder = '.github/workflows';

/** Returns the findings as lines with number and message. */
async function findings(name: string, text: string) {
  const document = TextDocument.create(`file:///${folder}/${name}`, 'yaml', 1, text);
  const diagnostics = await validate(document);
  diagnostics.sort((a, b) => a.range.start.line - b.range.start.line);
  return diagnostics.map(({ range, message }) => `${name}:${range.start.line + 1}: ${message}`);
}

test.each(readdirSync(folder))('%s has valid keys and expressions', async (name) => {
  expect(await findings(name, readFileSync(`${folder}/${name}`, 'utf8'))).toEqual([]);
});
