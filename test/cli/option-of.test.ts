import { Command } from 'commander';
import { expect, it } from 'vitest';
import { withJob } from '../../src/cli/job-options.ts';
import { optionOf } from '../../src/cli/option-of.ts';

const create = withJob(new Command());
const stop = new Command().argument('[subject]');
const resolve = new Command().option('--at-version <version>');

it.each([
  ['/amount', '--amount'],
  ['/from/chain', '--from'],
  ['/to/token', '--to'],
  ['/slippageBps', '--slippage-bps'],
  ['/providers/allow/0', '--provider'],
  ['/providers/deny/1', '--deny-provider'],
  ['/metadata/note', '--metadata'],
  // What no option stands for.
  ['/version', 'version'],
  ['/chains/a~1b/rpcUrls', 'chains.a/b.rpcUrls'],
  ['', 'the request'],
])('says of %s that it was typed as %s', (pointer, option) => {
  expect(optionOf({ pointer }, create)).toBe(option);
});

it('knows the option of a version, and no option without a command', () => {
  expect(optionOf({ pointer: '/version' }, resolve)).toBe('--at-version');
  expect(optionOf({ pointer: '/subject' }, stop)).toBe('<subject>');
  expect(optionOf({ pointer: '/amount' }, undefined)).toBe('amount');
  expect(optionOf({ pointer: '' }, undefined)).toBe('the configuration');
});
