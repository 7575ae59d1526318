import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigFault } from '../../src/config/config.ts';
import { describeConfig } from '../../src/config/describe-config.ts';
import { checkConfig, loadConfig } from '../../src/config/load-config.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Of the file with this text. */
async function faultsOf(
  text: string,
  environment: Record<string, string> = {},
): Promise<readonly ConfigFault[]> {
  await writeFile(join(folder, 'ferryman.config.json'), text);
  const checked = await checkConfig({ environment, folder });
  return checked.ok ? [] : checked.faults;
}

describe('a configuration file', () => {
  it('is refused with a member that is there twice, and says where', async () => {
    const chain = '{"chainId": 11155111, "rpcUrls": ["https://a.example"]';
    const text = `{"router": {"url": "https://router.example"},\n "chains": {"ETH": ${chain},\n  "chainId": 5}}}`;
    expect(await faultsOf(text)).toEqual([
      {
        path: '/chains/ETH/chainId',
        source: `file ${join(folder, 'ferryman.config.json')}`,
        message: 'occurs twice (line 3, column 3)',
        fix: 'Keep one of the two.',
      },
    ]);
  });

  it('is refused with a member that changes a prototype', async () => {
    const text = '{"policy": {"__proto__": {"statusPoll": 1}}}';
    expect(await faultsOf(text)).toMatchObject([{ path: '/policy/__proto__', fix: 'Remove it.' }]);
  });
});

describe('the treasury', () => {
  it('has ceilings of wallets in US dollars or a token, and books if they are wanted', async () => {
    const ceilings = [
      { wallet: 'hot', aboveUsd: '50000' },
      { wallet: 'hot', chain: 'ETH', token: 'USDC', above: '12.5' },
    ];
    const text = JSON.stringify({ treasury: { books: true, ceilings } });
    await writeFile(join(folder, 'ferryman.config.json'), text);
    const { treasury } = await loadConfig({ environment: {}, folder });
    expect(treasury).toEqual({ books: true, ceilings });
    const faults = [
      { wallet: 'hot', aboveUsd: 5 },
      { wallet: 'hot', above: '1' },
    ];
    expect(
      await faultsOf(JSON.stringify({ treasury: { books: 'yes', ceilings: faults } })),
    ).toMatchObject([
      { path: '/treasury/books', fix: expect.stringContaining('true or false') },
      { path: '/treasury/ceilings/0', fix: expect.stringContaining('"aboveUsd"') },
      { path: '/treasury/ceilings/1' },
    ]);
  });
});

describe('the intake secret', () => {
  it('is read from a file, and is not shown', async () => {
    await writeFile(join(folder, 'secret'), `${'s3cret'.repeat(6)}\n`);
    const environment = { FERRYMAN_INTAKE_SECRET_FILE: join(folder, 'secret') };
    const config = await loadConfig({ environment, folder });
    expect(config.intakeSecret).toBe('s3cret'.repeat(6));
    const shown = describeConfig(config);
    expect(shown).toMatchObject({ intakeSecret: '********' });
    expect(JSON.stringify(shown)).not.toContain('s3cret');
  });

  it('is long enough not to be guessed', async () => {
    expect(await faultsOf('{}', { FERRYMAN_INTAKE_SECRET: 'hunter22' })).toEqual([
      {
        path: '/intakeSecret',
        source: 'variable FERRYMAN_INTAKE_SECRET',
        message: 'is shorter than 32 characters',
        fix: 'Give at least 32 random characters, such as `openssl rand -base64 32` prints.',
      },
    ]);
  });
});

describe('one network under two names', () => {
  const router = { url: 'http://127.0.0.1:1' };
  const on = (chainId: number, port = 8_545) => ({
    chainId,
    rpcUrls: [`http://127.0.0.1:${port}`],
  });
  const faultsFor = (chains: Record<string, unknown>, environment = {}) =>
    faultsOf(JSON.stringify({ router, chains }), environment);

  it('is refused: nonces and transfers are kept by the name of the chain', async () => {
    expect(await faultsFor({ ETH: on(31_337), BSC: on(31_337) })).toEqual([
      {
        path: '/chains/BSC/chainId',
        source: `file ${join(folder, 'ferryman.config.json')}`,
        message: 'is the same network as ETH: one network has one name',
        fix: 'Keep one of the two names, or give each the id of its own network.',
      },
    ]);
    // The endpoints do not matter: what is signed for one is valid on the other.
    expect(
      await faultsFor({ ETH: on(31_337, 1), BSC: on(31_337, 2), POLYGON: on(31_337, 3) }),
    ).toMatchObject([{ path: '/chains/BSC/chainId' }, { path: '/chains/POLYGON/chainId' }]);
    expect(await faultsFor({ ETH: on(31_337), BSC: on(31_338) })).toEqual([]);
  });

  it('is refused as well where a variable makes it one', async () => {
    const chains = { ETH: on(31_337), BSC: on(31_338) };
    expect(await faultsFor(chains, { FERRYMAN_CHAIN_ID_BSC: '031337' })).toMatchObject([
      { path: '/chains/BSC/chainId', source: 'variable FERRYMAN_CHAIN_ID_BSC' },
    ]);
  });
});
