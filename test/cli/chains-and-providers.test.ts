import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxConfigFile } from '../../src/cli/sandbox-config-file.ts';
import { knownChains } from '../../src/core/registry/known-chains.ts';
import { ferryman } from './io-for-test.ts';

let folder = '';
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-chains-'));
  sandbox = await startSandbox({ otherChains: [] });
  await writeFile(join(folder, 'ferryman.config.json'), sandboxConfigFile(sandbox.endpoints));
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true });
});

const call = (line: string, where = folder) => ferryman(line.split(' '), { folder: where });

describe('ferryman chains', () => {
  it('lists every identifier, for people and for programs', async () => {
    const { stdout, code } = await call('chains --wide', tmpdir());
    expect(code).toBe(0);
    expect(stdout.split('\n')).toHaveLength(2 + Object.keys(knownChains).length);
    expect(stdout).toMatch(/^BASE +Base +evm +ETH +18 +source, destination +eip155:8453 +0x/m);
    expect(stdout).toMatch(
      /^LITECOIN +Litecoin +LTC +8 +destination +bip122:12a765e31ffd4059bada1e25190f6e98 +.*ltc1…/m,
    );
    expect(stdout).toMatch(/^SEPOLIA +Sepolia \(test network\)/m);
    const { chains } = (await call('chains --json', tmpdir())).json();
    expect(chains.map(({ name }: { name: string }) => name)).toEqual(Object.keys(knownChains));
  });

  it('lists all that is known of a few', async () => {
    const { chains } = (await call('chains ARBITRUM NEAR --json')).json();
    expect(chains).toEqual([
      expect.objectContaining({
        name: 'ARBITRUM',
        family: 'evm',
        canBe: ['source', 'destination'],
        refunds: true,
        claims: true,
        execution: expect.objectContaining({
          chainId: 42_161,
          proofDepth: 4_800,
          maxNetworkFee: '50000000000000000',
          fees: {
            minTip: '1',
            maxTip: '10000000000',
            maxGasPrice: '100000000000',
            maxGas: '32000000',
          },
        }),
      }),
      expect.objectContaining({
        name: 'NEAR',
        family: null,
        canBe: ['destination'],
        address: expect.objectContaining({ checksum: 'never' }),
        execution: null,
      }),
    ]);
  });

  it('knows no others', async () => {
    const { code, stderr } = await call('chains eth NOWHERE POLYGN');
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        'there is no chain NOWHERE: `ferryman chains` lists them; there is no chain POLYGN; did you mean POLYGON?',
      ),
    ]);
  });

  it('compares with the service’s listing', async () => {
    const { unknown, missing, different } = (await call('chains --diff --json')).json();
    expect(unknown).toEqual([]);
    // The sandbox has local ids of its own.
    expect(different).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'ETH', what: 'id', registry: '1' })]),
    );
    expect(missing).toContain('DOGECOIN');
    expect(missing).not.toContain('SEPOLIA');
    const asTable = await call('chains --diff');
    expect(asTable.stdout).toMatch(/^ETH +different +id: \d+, here 1$/m);
    expect(asTable.stdout).toMatch(/^DOGECOIN +missing/m);
    expect(asTable.stderr).toMatch(/^0 new, \d+ different, \d+ missing$/m);
  });

  it('has nothing to compare with where no service is configured', async () => {
    const nowhere = await mkdtemp(join(tmpdir(), 'ferryman-nowhere-'));
    const { code, stderr } = await call('chains --diff', nowhere);
    await rm(nowhere, { recursive: true });
    expect([code, stderr]).toEqual([1, expect.stringContaining('FERRYMAN_ROUTER_URL')]);
  });
});

describe('ferryman providers', () => {
  it('lists every identifier with its style, and which two are one', async () => {
    const { stdout } = await call('providers', tmpdir());
    expect(stdout).toMatch(/^houdini +cross-chain +houdini_bridge$/m);
    expect(stdout).toMatch(/^AERODROME +on-chain$/m);
    const { providers } = (await call('providers --json', tmpdir())).json();
    expect(providers).toHaveLength(50 + 165);
    expect(providers).toContainEqual({
      name: 'houdini',
      style: 'cross-chain',
      sameAs: 'houdini_bridge',
    });
  });

  it('compares with the service’s listing', async () => {
    const { unknown, missing, different } = (await call('providers --diff --json')).json();
    expect({ unknown, different }).toEqual({ unknown: [], different: [] });
    expect(missing).toContainEqual({ name: 'SOROSWAP', style: 'on-chain' });
    expect(missing).not.toContainEqual(expect.objectContaining({ name: 'celer_bridge' }));
    const asTable = await call('providers --diff');
    expect(asTable.stdout).toMatch(/^SOROSWAP +missing +on-chain$/m);
    expect(asTable.stderr).toMatch(/^0 new, 0 different, \d+ missing$/m);
  });
});
