// Generates the types of the clients from the OpenAPI document:
//
//     clients/generate/run              writes them
//     clients/generate/run --check      fails if they are not up to date
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { go } from './go.mjs';
import { typesOf } from './model.mjs';
import { python } from './python.mjs';

const [root, ...options] = process.argv.slice(2);
const source = `${root}/server/src/main/resources/io/posthorn/server/api/openapi.yaml`;
const text = readFileSync(source, 'utf8');
const types = typesOf(parse(text));

const files = {
  'clients/typescript/src/schema.ts':
    '// Generated from the OpenAPI document by clients/generate with openapi-typescript.\n' +
    astToString(await openapiTS(new URL(`file://${source}`))),
  'clients/python/src/posthorn/types.py': python(types),
  'clients/go/types.go': formatted(go(types)),
};

const stale = Object.entries(files).filter(([name, content]) => content !== existing(name));
if (!options.includes('--check')) {
  for (const [name, content] of stale) writeFileSync(`${root}/${name}`, content);
} else if (stale.length > 0) {
  console.error(`Not up to date with openapi.yaml: ${stale.map(([name]) => name).join(', ')}.`);
  console.error('Run clients/generate/run.');
  process.exitCode = 1;
}

function existing(name) {
  try {
    return readFileSync(`${root}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

function formatted(source) {
  const result = spawnSync('gofmt', { input: source, encoding: 'utf8' });
  if (result.status !== 0) throw new Error(`gofmt: ${result.error ?? result.stderr}`);
  return result.stdout;
}
