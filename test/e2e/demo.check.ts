import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { DemoReport } from '../../src/cli/demo/demo-report.ts';
import { chainRegistry, families } from '../../src/core/swap/chains.ts';
import { cliProgram } from '../support/cli-process.ts';

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

async function runDemo(): Promise<Run> {
  // Its minutes of work are worth optimized code.
  const child = promisify(execFile)(process.execPath, [cliProgram, 'demo', '--json']);
  return child.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Run) => ({ code, stdout, stderr }),
  );
}

describe('ferryman demo --json', () => {
  it('settles at least twenty swaps of every kind among all families, verified, with a balanced audit', async () => {
    const { code, stdout, stderr } = await runDemo();
    const report = JSON.parse(stdout) as DemoReport;
    // A demo that ends early prints its error in the place of a report.
    expect(report.audit, stderr).toEqual({ balanced: true, differences: [] });
    expect(code).toBe(0);
    expect(report.swaps).toBeGreaterThanOrEqual(20);
    expect(report).toMatchObject({
      settled: report.swaps - 1,
      refunded: 1,
      failed: 0,
      verifiedOnChain: report.swaps,
    });
    expect(new Set(report.routes.map(({ kind }) => kind))).toEqual(
      new Set(['same-chain', 'cross-chain', 'deposit', 'refund', 'claim']),
    );
    expect(new Set(report.routes.flatMap(({ from, to }) => [from, to]))).toEqual(
      new Set(['ETH', 'POLYGON', 'ARBITRUM', 'TRON', 'SOLANA', 'TON', 'BITCOIN']),
    );
    const familyOf = (chain: string): string => chainRegistry[chain]?.family ?? chain;
    const ordered = report.routes.filter(({ kind }) => kind === 'deposit');
    expect(new Set(ordered.map(({ from }) => familyOf(from)))).toEqual(new Set(families));
    // Every ordered pair of families; Bitcoin has nothing to be swapped for on Bitcoin.
    const pairs = families.flatMap((from) => families.map((to) => `${from} to ${to}`));
    expect(
      new Set(report.routes.map(({ from, to }) => `${familyOf(from)} to ${familyOf(to)}`)),
    ).toEqual(new Set(pairs.filter((pair) => pair !== 'bitcoin to bitcoin')));
    for (const route of report.routes) {
      if (route.kind === 'refund') {
        expect(route).toMatchObject({
          state: 'refunded',
          fundsState: 'returned',
          level: 'verified',
        });
        continue;
      }
      expect(BigInt(route.amountOut)).toBeGreaterThanOrEqual(BigInt(route.minOut ?? '0'));
      expect(route).toMatchObject({ state: 'settled', fundsState: 'moved', level: 'verified' });
    }
    // Progress is not in the way of the data.
    expect(stderr).toContain('settled after');
    expect(stderr).toMatch(/^ *\d+\.\d s {2}chain BITCOIN runs \(\d of 7\)$/m);
  });
});
