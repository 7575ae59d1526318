import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Address } from '@ton/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openKeystores } from '../../src/keys/open-keystores.ts';
import { type CliWorld, ferryman } from './io-for-test.ts';

const junk = 'test test test test test test test test test test test junk';
const junkAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const environment = { FERRYMAN_KEYSTORE_PASSWORD: 'correct horse' };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-cli-'));
});
afterEach(() => rm(folder, { recursive: true }));

const call = (line: string, world: Partial<CliWorld> = {}) =>
  ferryman(line.split(' '), { folder, ...world });

describe('ferryman wallet', () => {
  it('shows the phrase of a new wallet to a person, who restores the wallet with it', async () => {
    const created = await call('wallet create main', {
      answers: ['correct horse', 'correct horse'],
    });
    expect(created.code).toBe(0);
    expect(created.stderr).toContain('new keystore password');
    const phrase = /^ {2}((?:[a-z]+ ){11}[a-z]+)$/m.exec(created.stderr)?.[1] ?? '';
    const address = /0x\w{40}/.exec(created.stdout)?.[0];
    const refused = await call('wallet import again --json', { environment, input: phrase });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(`${address} is the wallet main already`),
    ]);
    await rm(join(folder, '.ferryman', 'keys', 'main.json'));
    const restored = await call('wallet import again --json', { environment, input: phrase });
    expect(restored.json()).toEqual({ name: 'again', family: 'evm', address });
    const opened = (password: string) =>
      openKeystores({ dataFolder: join(folder, '.ferryman'), password });
    await expect(opened('correct horse')).resolves.toBeDefined();
    await expect(opened('correct')).rejects.toThrow();
  });

  it('gives all wallets one password: another would keep the service from starting', async () => {
    await call('wallet import main', { environment, input: junk });
    const other = { environment: { FERRYMAN_KEYSTORE_PASSWORD: 'battery staple' } };
    const input = 'zoo '.repeat(11).concat('wrong');
    for (const line of [
      'wallet import other --family tron',
      'wallet create other --phrase-file phrase',
    ]) {
      const refused = await call(line, { ...other, input });
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain('error KEYSTORE_PASSWORD_WRONG: the wallet main');
    }
    const asked = await call('wallet create other', {
      answers: ['battery staple', 'battery staple'],
    });
    expect([asked.code, asked.stderr]).toEqual([
      1,
      expect.stringContaining('KEYSTORE_PASSWORD_WRONG'),
    ]);
    // It is the one that is there, is asked for once, and is not called new.
    const made = await call('wallet create other', { answers: ['correct horse'] });
    expect([made.code, made.stderr]).toEqual([
      0,
      expect.not.stringContaining('new keystore password'),
    ]);
    const signer = openKeystores({
      dataFolder: join(folder, '.ferryman'),
      password: 'correct horse',
    });
    await expect(signer).resolves.toBeDefined();
  });

  it('shows no phrase to a pipe or as JSON, but writes it to a private file when told to', async () => {
    const words = /(?:\b[a-z]{3,8}\b ){11}\b[a-z]{3,8}\b/;
    // Nobody would have it: such a wallet is not made by mistake.
    const unseen: [string, Partial<CliWorld>][] = [
      ['wallet create unseen', {}],
      ['wallet create unseen --json', { answers: [] }],
    ];
    for (const [line, world] of unseen) {
      const { code, stdout, stderr } = await call(line, { environment, ...world });
      expect([code, stdout]).toEqual([2, expect.not.stringMatching(words)]);
      expect(stderr).toMatch(/error INPUT_NEEDED: .*--phrase-file.*--no-phrase/);
    }
    const piped = await call('wallet create piped --no-phrase', { environment });
    const asJson = await call('wallet create as-json --json --no-phrase', {
      environment,
      answers: [],
    });
    const unwanted = await call('wallet create unwanted --no-phrase', { environment, answers: [] });
    for (const { code, stdout, stderr } of [piped, asJson, unwanted]) {
      expect(code).toBe(0);
      expect(
        `${stdout}\n${stderr}`
          .split('\n')
          .filter((line) => words.test(line) && !line.includes('phrase')),
      ).toEqual([]);
      expect(stderr).toContain('not shown');
    }
    const path = join(folder, 'phrase');
    const kept = await call(`wallet create kept --phrase-file ${path}`, { environment });
    const phrase = await readFile(path, 'utf8');
    expect(phrase).toMatch(words);
    expect(kept.stderr).not.toContain(phrase.trim());
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    // Of a wallet that is not made no file is left.
    const taken = join(folder, 'taken');
    expect((await call(`wallet create kept --phrase-file ${taken}`, { environment })).code).toBe(1);
    await expect(stat(taken)).rejects.toMatchObject({ code: 'ENOENT' });
    // A phrase that cannot be kept is not made.
    const refused = await call(`wallet create other --phrase-file ${path}`, { environment });
    expect(refused.code).toBe(2);
    const { wallets } = (await call('wallet list --json')).json();
    expect(wallets.map(({ name }: { name: string }) => name)).toEqual([
      'as-json',
      'kept',
      'piped',
      'unwanted',
    ]);
  });

  it('lists names and addresses without a password', async () => {
    await call('wallet import main', { environment, input: `${junk}\n` });
    expect((await call('wallet list --json')).json()).toEqual({
      wallets: [{ name: 'main', family: 'evm', address: junkAddress }],
    });
    expect((await call('wallet list')).stdout).toMatch(new RegExp(`main +evm +${junkAddress}`));
  });

  it('says where there is none what to do, and whose wallets it does not list', async () => {
    const listed = await call('wallet list');
    expect(listed.code).toBe(0);
    expect(listed.stderr).toMatch(/There is no wallet in .*ferryman wallet create NAME/);
    expect(listed.stderr).toContain('The wallets of the sandbox');
    const json = await call('wallet list --json');
    expect(json.json()).toEqual({ wallets: [] });
  });

  it('makes accounts of Bitcoin and TON for the network that is said, and says so', async () => {
    const coins = await call('wallet import coins --family bitcoin --network regtest --kind p2tr', {
      environment,
      input: junk,
    });
    expect(coins.stdout).toMatch(/^coins {2}bcrt1p/);
    expect(coins.stderr).toContain('p2tr regtest');
    await call(
      'wallet create ton --family ton --network testnet --wallet-version v4r2 --subwallet 3 --no-phrase',
      {
        environment,
      },
    );
    const { wallets } = (await call('wallet list --json')).json();
    expect(wallets).toMatchObject([
      { name: 'coins', account: { family: 'bitcoin', kind: 'p2tr', network: 'regtest' } },
      { name: 'ton', account: { family: 'ton', version: 'v4r2', networkId: -3, subwallet: 3 } },
    ]);
    expect((await call('wallet list --wide')).stdout).toMatch(
      /ton +ton +0:[0-9a-f]{64} {2}0Q[\w-]{46} +v4r2 network -3 subwallet 3/,
    );
  });

  it('says on which networks the address is good', async () => {
    const made = async (line: string) =>
      (await call(`wallet create ${line} --no-phrase`, { environment })).stderr.split('\n')[1];
    expect(await made('one --family ton --network mainnet')).toMatch(
      /^It is v5r1 .*: valid on this network only\.$/,
    );
    expect(await made('two --family ton --network mainnet --wallet-version v4r2')).toMatch(
      /^It is v4r2 .*: the same address on every TON network/,
    );
    expect(await made('three --family bitcoin --network signet')).toMatch(
      /the same address on testnet3, testnet4 and/,
    );
    expect(await made('four --family bitcoin --network mainnet')).toMatch(
      /: valid on this network only\.$/,
    );
  });

  it('shows of TON the form of an address that coins can be sent to before there is a contract', async () => {
    const line = 'wallet import ton --family ton --network';
    const made = await call(`${line} mainnet --accounts 2`, { environment, input: junk });
    const [address, friendly] =
      /^ton {2}(0:\w{64}) {2}(UQ[\w-]{46})$/m.exec(made.stdout)?.slice(1) ?? [];
    const parsed = Address.parseFriendly(friendly ?? '');
    expect(parsed).toMatchObject({ isBounceable: false, isTestOnly: false });
    expect(parsed.address.toRawString()).toBe(address);
    expect(made.stderr).toContain('second form of its address');
    const { wallets } = (await call('wallet list --json')).json();
    expect(wallets).toMatchObject([
      { address, friendlyAddress: friendly },
      { friendlyAddress: expect.any(String) },
    ]);
    const extended = await call('wallet extend ton --accounts 3 --json', { environment });
    expect(extended.json()).toMatchObject({
      friendlyAddress: friendly,
      accounts: [{}, { friendlyAddress: expect.stringMatching(/^UQ/) }],
    });
  });

  it('makes and later adds accounts that serve one wallet, and lists them under it', async () => {
    const made = await call(
      'wallet create treasury --family ton --network testnet --accounts 2 --no-phrase',
      {
        environment,
      },
    );
    expect(made.stdout).toMatch(
      /^treasury {2}0:[0-9a-f]{64} {2}0Q\S+\ntreasury\/2 {2}0:[0-9a-f]{64} {2}0Q\S+$/,
    );
    const wrong = await call('wallet extend treasury --accounts 3', { answers: ['wrong'] });
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringContaining('KEYSTORE_PASSWORD_WRONG'),
    ]);
    const extended = await call('wallet extend treasury --accounts 3 --json', {
      answers: ['correct horse'],
    });
    expect(extended.json()).toMatchObject({
      name: 'treasury',
      accounts: [{ name: 'treasury/2' }, { name: 'treasury/3' }],
    });
    await call('wallet import treasure --family bitcoin --network regtest --accounts 2', {
      environment,
      input: junk,
    });
    const { stdout } = await call('wallet list --wide');
    expect(stdout).toMatch(/treasure +bitcoin +bcrt1\w+ +p2wpkh regtest index 0/);
    const same = await call('wallet extend treasury --accounts 2', { environment });
    expect([same.code, same.stdout.split('\n').length]).toEqual([0, 3]);
    expect(same.stderr).toContain(
      'Nothing was added: treasury has 3 accounts, and none is removed.',
    );
    expect(same.stderr).not.toContain('next start');
    const names = (await call('wallet list --json'))
      .json()
      .wallets.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['treasure', 'treasure/2', 'treasury', 'treasury/2', 'treasury/3']);
  });

  it('makes an account for the configured chain’s network where none is said', async () => {
    const chains = {
      BITCOIN: { rpcUrls: ['http://127.0.0.1:1/'], network: 'regtest', genesis: 'ab'.repeat(32) },
    };
    const settings = { router: { url: 'http://127.0.0.1:2/' }, chains };
    await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify(settings));
    const created = await call('wallet create coins --family bitcoin --no-phrase', { environment });
    expect(created.stdout).toMatch(/^coins {2}bcrt1q/);
  });

  it.each<[string, string, Partial<CliWorld>, number, string]>([
    [
      'a network that nobody named',
      'wallet create new --family bitcoin',
      { environment },
      2,
      'INVALID_REQUEST',
    ],
    [
      'another network',
      'wallet create new --family ton --network moon',
      { environment },
      2,
      'INVALID_REQUEST',
    ],
    [
      'a network of EVM',
      'wallet create new --network mainnet',
      { environment },
      2,
      'INVALID_REQUEST',
    ],
    [
      'a subwallet of EVM',
      'wallet create new --subwallet 1',
      { environment },
      2,
      'INVALID_REQUEST',
    ],
    [
      'accounts of EVM',
      'wallet create new --accounts 2 --no-phrase',
      { environment },
      2,
      'INVALID_REQUEST',
    ],
    [
      'more accounts than a wallet program looks for',
      'wallet create new --family ton --network testnet --accounts 21 --no-phrase',
      { environment },
      2,
      'INVALID_REQUEST',
    ],
    [
      'further accounts of EVM',
      'wallet extend main --accounts 2',
      { environment },
      2,
      'INVALID_REQUEST',
    ],
    [
      'accounts of a wallet that is none',
      'wallet extend other --accounts 2',
      { answers: [] },
      2,
      'UNKNOWN_WALLET',
    ],
    ['a name of an account', 'wallet create main/2', { environment }, 2, 'WALLET_NAME_INVALID'],
    [
      'a name that is taken',
      'wallet import main',
      { environment, input: junk },
      1,
      'WALLET_EXISTS',
    ],
    ['a name that is none', 'wallet create ../x', { environment }, 2, 'WALLET_NAME_INVALID'],
    [
      'a phrase that is none',
      'wallet import new',
      { environment, input: 'test test' },
      2,
      'KEY_INVALID',
    ],
    ['nobody to ask for a password', 'wallet create new --no-phrase', {}, 2, 'INPUT_NEEDED'],
    [
      'being told not to ask',
      '--no-input wallet create new',
      { answers: ['a', 'a'] },
      2,
      'INPUT_NEEDED',
    ],
  ])('fails on %s', async (_what, line, world, code, errorCode) => {
    await call('wallet import main', { environment, input: junk });
    const result = await call(line, world);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(`error ${errorCode}`);
    expect(result.stdout).toBe('');
  });
});

describe('the password of the first wallet', () => {
  it.each<[string, Partial<CliWorld>]>([
    ['typed in two ways', { answers: ['correct horse', 'correct house'] }],
    ['too short', { answers: ['correct hor', 'correct hor'] }],
    [
      'too short in the configuration',
      { environment: { FERRYMAN_KEYSTORE_PASSWORD: 'correct hor' }, answers: [] },
    ],
  ])('is refused: %s', async (_what, world) => {
    const { code, stdout, stderr } = await call('wallet create first', world);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('error KEYSTORE_PASSWORD_UNFIT');
    expect(stderr).not.toContain('correct hor');
    expect((await call('wallet list --json')).json()).toEqual({ wallets: [] });
  });
});

describe('a person at a terminal', () => {
  it.each([
    ['wallet import first', ['test test'], /KEY_INVALID: .*it has 2 words/],
    ['wallet import First', [], /WALLET_NAME_INVALID/],
    ['wallet create First', [], /WALLET_NAME_INVALID/],
    ['wallet create first --subwallet 3', [], /INVALID_REQUEST: .*evm has no subwallet/],
  ])('is told what is wrong before a password is asked for: %s', async (line, answers, says) => {
    const { code, stderr } = await call(line, { answers });
    expect([code, stderr]).toEqual([2, expect.stringMatching(says)]);
    expect(stderr).not.toContain('password:');
    expect(stderr).not.toContain('characters:');
  });
});

describe('ferryman config check', () => {
  it('prints what is in effect, without secrets', async () => {
    const text = await call('config check', {
      environment: { ...environment, FERRYMAN_API_PORT: '7311' },
    });
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('/api/port  7311');
    expect(text.stdout).not.toContain('correct horse');
    expect((await call('config check --json')).json()).toMatchObject({
      ok: true,
      config: {
        networks: 'sandbox',
        guardPolicy: { hash: expect.stringMatching(/^sha256:/), profile: 'standard' },
      },
    });
  });

  it('warns of each chain with one host, however many ports it has, and lists what that host decides alone', async () => {
    const chains = {
      ETH: {
        chainId: 11_155_111,
        rpcUrls: ['https://sepolia.example/v3/secret', 'https://Sepolia.example:8443'],
      },
      BSC: { chainId: 97, rpcUrls: ['https://one.example', 'https://two.example'] },
      BITCOIN: {
        rpcUrls: ['bitcoind+http://u:p@127.0.0.1:1/'],
        network: 'regtest',
        genesis: 'ab'.repeat(32),
      },
    };
    await writeFile(
      join(folder, 'ferryman.config.json'),
      JSON.stringify({ router: { url: 'https://router.example' }, chains }),
    );
    expect((await call('config check --json')).json()).toMatchObject({
      ok: true,
      soleHosts: [
        {
          chain: 'ETH',
          host: 'sepolia.example',
          decisions: ['final_failure', 'landed_cancel', 'landed_refund', 'absence'],
        },
        {
          chain: 'BITCOIN',
          host: '127.0.0.1',
          decisions: ['landed_cancel', 'landed_refund', 'absence'],
        },
      ],
    });
    const { code, stdout } = await call('config check');
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'warning: ETH has one host, sepolia.example, which alone decides: final_failure',
    );
    expect(stdout).not.toContain('BSC has one host');
    expect(stdout).not.toContain('secret');
  });

  it('prints every fault with path, source and fix', async () => {
    await writeFile(join(folder, 'ferryman.config.json'), '{"logLevel":"loud"}');
    const world = { environment: { FERRYMAN_API_PORT: 'x' } };
    const { code, stdout } = await call('config check', world);
    expect(code).toBe(1);
    expect(stdout).toContain('/logLevel is none of');
    expect(stdout).toContain(`source: file ${join(folder, 'ferryman.config.json')}`);
    expect(stdout).toContain('source: variable FERRYMAN_API_PORT');
    expect(stdout.match(/fix: /g)).toHaveLength(2);
    const json = await call('config check --json', world);
    expect(json.json().faults).toHaveLength(2);
  });
});

describe('ferryman', () => {
  it.each([
    ['--help', 0],
    ['wallet --help', 0],
    ['wallet', 2],
    ['wallet create', 2],
    ['wallet list --what', 2],
    ['ferry', 2],
  ])('ends "%s" with %i', async (line, code) => {
    expect((await call(line)).code).toBe(code);
  });

  it('tells of all its commands without loading them', async () => {
    const { stdout } = await call('--help');
    for (const command of ['swap', 'wallet', 'config']) expect(stdout).toContain(`  ${command}`);
  });
});
