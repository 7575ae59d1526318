#!/usr/bin/env node
// The `ferryman` command. A file of its own, and not the compiled one: that npm and npx can link it
// before the first build.
import { existsSync } from 'node:fs';

const main = new URL('../dist/src/cli/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write('Ferryman is not built here yet: run `npm ci && npm run build`\n');
  process.exitCode = 1;
}
