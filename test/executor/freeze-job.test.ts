import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import { freezeJob as freezeJobWithin } from '../../src/executor/freeze-job.ts';
import { createTimeLimit } from '../../src/executor/time-limit.ts';
import { createTokens } from '../../src/executor/tokens.ts';
import { createWalletList } from '../../src/executor/wallet-list.ts';
import { parseEvmAddress } from '../../src/families/evm/formats/address.ts';
import { parseSolanaAddress } from '../../src/families/solana/formats/address.ts';
import { friendlyTonAddress, parseTonAddress } from '../../src/families/ton/formats/address.ts';
import type { Wallet } from '../../src/ports/stores/wallet-store.ts';

type Context = Parameters<typeof freezeJobWithin>[0];
type Request = Parameters<typeof freezeJobWithin>[1];
const freezeJob = (context: Context, request: Request) =>
  freezeJobWithin(context, request, createTimeLimit(60_000));

/** Only what these tests need. */
const adapter = (name: string) => ({
  chain: chainRegistry[name]!,
  parseAddress: (text: string) => parseEvmAddress(text),
  token: async () => chainRegistry[name]!.nativeToken,
});

/** The chain's own form is another one, and its addresses have no 0x. */
const solana = {
  ...adapter('SOLANA'),
  parseAddress: (text: string) => parseSolanaAddress(text),
};

const native = '0x0000000000000000000000000000000000000000';
const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const cash = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a';
/** XLS-5: an account of the XRP SigningLog and a tag. */
const tagged = 'X7qvLs7gSnNoKvZzNWUT2e8st17QPY64PPe7zriLNuJszeg';
const suiCoin = '0x0000000000000000000000000000000000000000000000000000000000000002::sui::SUI';
const wallet = {
  id: 'w',
  name: 'treasury',
  family: 'evm',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};
const context = {
  chains: new Map([
    ['IOTEX', adapter('IOTEX')],
    ['HARMONY', adapter('HARMONY')],
    ['SOLANA', solana],
  ]),
  walletList: createWalletList({ wallets: async () => [wallet] as Wallet[] }, { now: () => 0 }),
  tokens: createTokens({ findToken: async () => undefined, recordToken: async () => undefined }),
  additionalProviders: ['new_bridge'],
  policy: defaultPolicy,
  clock: { now: () => 0 },
} as unknown as Context;

const request = {
  wallet: 'treasury',
  from: { chain: 'IOTEX', token: 'native' },
  to: { chain: 'HARMONY', token: 'native' },
  amount: '1',
  slippageBps: 50,
  // docs.harmony.one and iotexproject/iotex-address: each is the account of what it is compared
  // with below.
  receiver: 'one103q7qe5t2505lypvltkqtddaef5tzfxwsse4z7',
  refundAddress: 'io1mflp9m6hcgm2qcghchsdqj3z3eccrnekx9p0ms',
};

it('knows an account by a chain’s second spelling of it', async () => {
  const { accounts, jobFrom } = await freezeJob(context, request);
  expect(jobFrom(accounts[0])).toMatchObject({
    receiver: '0x7c41E0668B551f4f902cFaec05B5Bdca68b124CE',
    refundAddress: '0xDa7e12Ef57c236a06117c5e0d04a228e7181CF36',
    receiverAsGiven: request.receiver,
  });
});

describe('how the transactions of a job are sent', () => {
  const withRelays = {
    ...context,
    chains: new Map([...context.chains].map(([name, one]) => [name, { ...one, hasRelays: true }])),
  } as unknown as Context;

  it.each(['private', 'private-strict'] as const)(
    'may be %s where the chain has a relay',
    async (broadcast) => {
      const { accounts, jobFrom } = await freezeJob(withRelays, { ...request, broadcast });
      expect(jobFrom(accounts[0])).toMatchObject({ broadcast });
      await expect(freezeJob(context, { ...request, broadcast })).rejects.toMatchObject({
        code: 'NO_PRIVATE_ROUTE',
        faults: [
          {
            pointer: '/broadcast',
            message: expect.stringContaining('configure chains.IOTEX.broadcastUrls'),
          },
        ],
      });
    },
  );

  it('is no matter of a job that a person pays', async () => {
    const byHand = { ...request, flow: 'deposit-by-hand', broadcast: 'private' } as const;
    await expect(freezeJob(withRelays, byHand)).rejects.toMatchObject({
      code: 'INVALID_JOB',
      faults: [{ pointer: '/broadcast', message: expect.stringContaining('a person pays') }],
    });
  });

  it('is public by default, which a job does not say: seals of earlier jobs stay valid', async () => {
    for (const given of [request, { ...request, broadcast: 'public' } as const]) {
      const { accounts, jobFrom } = await freezeJob(context, given);
      expect(jobFrom(accounts[0])).not.toHaveProperty('broadcast');
    }
  });
});

describe('the case of a receiver’s digits', () => {
  const checksummed = '0x7c41E0668B551f4f902cFaec05B5Bdca68b124CE';
  const frozen = async (receiver: string) => {
    const { accounts, jobFrom } = await freezeJob(context, { ...request, receiver });
    return jobFrom(accounts[0]);
  };

  it('is no checksum if all are lower or all are upper: the account is shown in both forms', async () => {
    const digits = checksummed.slice(2);
    for (const given of [`0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
      expect(await frozen(given)).toMatchObject({ receiver: checksummed, receiverAsGiven: given });
    expect(await frozen(checksummed)).not.toHaveProperty('receiverAsGiven');
  });

  it('is one if it is mixed', async () => {
    const wrong = checksummed.replace('c41E', 'C41E');
    await expect(frozen(wrong)).rejects.toMatchObject({ faults: [{ pointer: '/receiver' }] });
  });
});

it('shows a receiver on TON as it was given, beside the form that all its spellings share', async () => {
  const ton = {
    ...adapter('TON'),
    parseAddress: (text: string) => parseTonAddress(text, { isTestNetwork: false }),
  };
  const withTon = {
    ...context,
    chains: new Map<string, unknown>([...context.chains, ['TON', ton]]),
  } as Context;
  const raw = `0:${'1a'.repeat(32)}`;
  const given = friendlyTonAddress(raw, { bounceable: false });
  const to = { chain: 'TON', token: 'native' };
  const { accounts, jobFrom } = await freezeJob(withTon, { ...request, to, receiver: given });
  expect(jobFrom(accounts[0])).toMatchObject({ receiver: raw, receiverAsGiven: given });
});

it.each([
  'native',
  '0x0000000000000000000000000000000000000000',
  'So11111111111111111111111111111111111111111',
])('takes %s for the native coin of Solana', async (token) => {
  const receiver = 'Bxp8yhH9zNwxyE4UqxP7a7hgJ5xTZfxNNft7YJJ2VRjT';
  const { accounts, jobFrom } = await freezeJob(context, {
    ...request,
    to: { chain: 'SOLANA', token },
    receiver,
  });
  expect(jobFrom(accounts[0]).to).toMatchObject({
    token: 'So11111111111111111111111111111111111111111',
    decimals: 9,
  });
});

describe('a symbol instead of an address', () => {
  const listed = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const imitation = '0x1111111111111111111111111111111111111111';
  const iotex = {
    ...adapter('IOTEX'),
    chain: { ...chainRegistry.IOTEX!, tokens: { USDC: listed.toLowerCase() } },
    // Both contracts call themselves by the same symbol.
    token: async (address: string) => ({ address, symbol: 'USDC', decimals: 6 }),
  };
  const withList = {
    ...context,
    chains: new Map<string, unknown>([...context.chains, ['IOTEX', iotex]]),
  } as Context;
  const frozen = async (token: string) => {
    const from = { chain: 'IOTEX', token };
    const { accounts, jobFrom } = await freezeJob(withList, { ...request, from });
    return jobFrom(accounts[0]).from;
  };

  it.each(['USDC', 'usdc', listed])('is the address of the operator’s list: %s', async (given) => {
    expect(await frozen(given)).toMatchObject({ token: listed, symbol: 'USDC', listed: true });
  });

  it.each(['IOTX', 'iotx', 'native'])('is the coin if the registry says so: %s', async (given) => {
    expect(await frozen(given)).toMatchObject({ token: native, symbol: 'IOTX' });
  });

  it('is never taken from a contract, which can call itself anything', async () => {
    const given = await frozen(imitation);
    expect(given).toMatchObject({ token: imitation, symbol: 'USDC' });
    expect(given).not.toHaveProperty('listed');
    await expect(frozen('USDT')).rejects.toMatchObject({
      code: 'INVALID_JOB',
      faults: [
        {
          pointer: '/from/token',
          message:
            'USDT is no symbol of chains.IOTEX.tokens, and contracts may share a symbol; did you mean USDC?',
        },
      ],
    });
  });
});

it('gives a job that sets no deadline one for itself and a later one for holds, and another its own', async () => {
  const { defaultDeadline, approvalWithin } = defaultPolicy;
  const { accounts, jobFrom } = await freezeJob(context, request);
  expect(jobFrom(accounts[0])).toMatchObject({
    ...{ deadline: defaultDeadline, deadlineIfHeld: defaultDeadline + approvalWithin },
  });
  const own = await freezeJob(context, { ...request, deadline: '1970-01-01T01:00:00Z' });
  expect(own.jobFrom(own.accounts[0]).deadline).toBe(3_600_000);
  expect(own.jobFrom(own.accounts[0])).not.toHaveProperty('deadlineIfHeld');
});

it('takes a deadline without an end to speak of, as one that can be written', async () => {
  const { accounts, jobFrom } = await freezeJob(context, {
    ...request,
    deadline: '9999-12-31T23:59:59-12:00',
  });
  expect(new Date(jobFrom(accounts[0]).deadline).toISOString()).toBe('9999-12-31T23:59:59.999Z');
});

it('refuses the spelling of another chain', async () => {
  const mixedUp = { ...request, receiver: request.refundAddress };
  await expect(freezeJob(context, mixedUp)).rejects.toMatchObject({
    code: 'INVALID_JOB',
    faults: [{ pointer: '/receiver' }],
  });
});

it.each([
  [
    'USDC',
    'USDC is no symbol of chains.IOTEX.tokens, and contracts may share a symbol; write the token’s address on IOTEX, or native for IOTX',
  ],
  ['0x12', 'an address is 0x and 40 hexadecimal digits'],
])('refuses the token %s, and says what to write', async (token, message) => {
  await expect(
    freezeJob(context, { ...request, from: { chain: 'IOTEX', token } }),
  ).rejects.toMatchObject({
    faults: [{ pointer: '/from/token', message }],
  });
});

describe('the providers of a job', () => {
  const withProviders = (providers: object) => freezeJob(context, { ...request, providers });

  it('are those of the registry, as they are written there, and those that the operator has added', async () => {
    const providers = {
      allow: ['lifi', 'LIFI', 'houdini', 'UNI_SWAP_V3', 'new_bridge'],
      deny: ['acme_stellar_api', 'meson'],
    };
    const { accounts, jobFrom } = await withProviders(providers);
    expect(jobFrom(accounts[0]).providers).toEqual(providers);
  });

  it.each([
    ['stargate', 'stargate_v2'],
    ['Lifi', 'lifi'],
    ['uniswap_v3', 'UNI_SWAP_V3'],
    ['UNISWAP_V2 ', 'UNISWAP_V2'],
    ['simpleswap', 'simple_swap'],
    ['squid_router', 'squidrouter'],
    ['new-bridge', 'new_bridge'],
    ['relai', 'relay'],
  ])('are not %s: %s is suggested', async (given, meant) => {
    await expect(withProviders({ allow: ['meson', given], deny: [given] })).rejects.toMatchObject({
      code: 'INVALID_JOB',
      faults: ['/providers/allow/1', '/providers/deny/0'].map((pointer) => ({
        pointer,
        message: expect.stringContaining(`did you mean ${meant}?`),
      })),
    });
  });

  it('are not just any: of a name like no other nothing is suggested', async () => {
    const error = await withProviders({ deny: ['somebody'] }).catch((cause: unknown) => cause);
    expect(error).toMatchObject({
      code: 'INVALID_JOB',
      message: expect.stringMatching(/ferryman providers/),
    });
    expect(error).toMatchObject({ message: expect.not.stringMatching(/did you mean/) });
  });
});

it('takes no slippage of nothing, with which no order can be made', async () => {
  await expect(freezeJob(context, { ...request, slippageBps: 0 })).rejects.toMatchObject({
    code: 'INVALID_JOB',
    faults: [
      { pointer: '/slippageBps', message: expect.stringMatching(/give 1 or more, or minOut/) },
    ],
  });
  const { accounts, jobFrom } = await freezeJob(context, { ...request, slippageBps: 1 });
  expect(jobFrom(accounts[0]).bound).toEqual({ kind: 'slippage', slippageBps: 1 });
});

describe('a destination that is not configured', () => {
  const litecoin = 'ltc1q3m3ujh350qrqdl33pv7pjw0d0m9qnm6qjcjpga';
  const frozen = async (to: { chain: string; token: string }, receiver: string) => {
    const { accounts, jobFrom } = await freezeJob(context, { ...request, to, receiver });
    return jobFrom(accounts[0]);
  };
  const refusedAs = (code: string, pointer: string, says: RegExp) => ({
    code,
    faults: [{ pointer, message: expect.stringMatching(says) }],
  });

  it.each([
    // Of no family, in lower case and in upper case, with the tag in the address, and with a second
    // spelling.
    ['LITECOIN', 'native', litecoin, litecoin, { family: 'other', decimals: 8, symbol: 'LTC' }],
    ['LITECOIN', native, litecoin.toUpperCase(), litecoin, { family: 'other', token: native }],
    ['RIPPLE', 'native', tagged, tagged, { family: 'other', decimals: 6, symbol: 'XRP' }],
    [
      'BITCOIN_CASH',
      'native',
      cash.slice('bitcoincash:'.length),
      cash,
      { family: 'other', decimals: 8 },
    ],
    [
      'SUI',
      '0x2::sui::SUI',
      `0x${'0a'.repeat(32)}`,
      `0x${'0a'.repeat(32)}`,
      { token: suiCoin, decimals: 9 },
    ],
    // Of a family whose adapter could read the chain if it had endpoints.
    [
      'BASE',
      'native',
      wallet.address.toLowerCase(),
      wallet.address,
      { family: 'evm', decimals: 18, token: native },
    ],
    ['BITCOIN', 'native', bitcoin, bitcoin, { family: 'bitcoin', decimals: 8 }],
  ])('takes %s as %s for %s', async (chain, token, given, receiver, to) => {
    expect(await frozen({ chain, token }, given)).toMatchObject({
      receiver,
      to: { chain, reportedOnly: true, ...to },
    });
  });

  it.each([
    [
      'LITECOIN',
      litecoin.replace('q3m3', 'q3m4'),
      /Litecoin is L…, M… or ltc1….*has a wrong letter/,
    ],
    ['LITECOIN', bitcoin, /Litecoin is/],
    ['RIPPLE', 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpp', /has a wrong letter/],
    ['BASE', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', /checksum is wrong/],
    ['VE_CHAIN', native, /has no owner|native coin/],
    ['BASE', '0x4200000000000000000000000000000000000006', /wrapped coin/],
  ])('wants a receiver of %s that somebody can have, and not %s', async (chain, receiver, says) => {
    await expect(frozen({ chain, token: 'native' }, receiver)).rejects.toMatchObject(
      refusedAs('INVALID_JOB', '/receiver', says),
    );
  });

  it.each([
    ['LITECOIN', 'USDT', litecoin],
    ['BASE', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', wallet.address],
  ])('has no token: on %s not %s', async (chain, token, receiver) => {
    await expect(frozen({ chain, token }, receiver)).rejects.toMatchObject(
      refusedAs(
        'TOKEN_UNREADABLE',
        '/to/token',
        /cannot read the decimals of a token on .*, which is not configured/,
      ),
    );
  });

  it.each(['NOWHERE', 'litecoin', 'constructor', '__proto__'])(
    'is not just any: %s',
    async (chain) => {
      await expect(frozen({ chain, token: 'native' }, litecoin)).rejects.toMatchObject(
        refusedAs(
          'UNKNOWN_CHAIN',
          '/to/chain',
          chain === 'litecoin' ? /Did you mean LITECOIN/ : /Ferryman does not know it/,
        ),
      );
    },
  );

  it('is no other name of a network that is configured', async () => {
    const sepolia = {
      ...adapter('ETH'),
      chain: { ...chainRegistry.ETH!, caip2: 'eip155:11155111' },
    };
    const chains = new Map([...context.chains, ['ETH', sepolia as never]]);
    const job = { ...request, to: { chain: 'SEPOLIA', token: 'native' }, receiver: wallet.address };
    await expect(freezeJob({ ...context, chains }, job)).rejects.toMatchObject(
      refusedAs('UNKNOWN_CHAIN', '/to/chain', /configured as ETH/),
    );
    expect(await frozen(job.to, job.receiver)).toMatchObject({ to: { reportedOnly: true } });
  });

  it('is no source', async () => {
    const job = { ...request, from: { chain: 'LITECOIN', token: 'native' } };
    await expect(freezeJob(context, job)).rejects.toMatchObject(
      refusedAs('UNKNOWN_CHAIN', '/from/chain', /can only be the destination/),
    );
  });

  it('has the decimals that amounts are read by', async () => {
    const job = {
      ...request,
      to: { chain: 'RIPPLE', token: 'native' },
      receiver: tagged,
      slippageBps: undefined,
    };
    const { accounts, jobFrom } = await freezeJob(context, {
      ...job,
      minOut: '1.5',
    } as unknown as typeof request);
    expect(jobFrom(accounts[0]).bound).toEqual({ kind: 'min_out', minOut: 1_500_000n });
    await expect(
      freezeJob(context, { ...job, minOut: '0.0000001' } as unknown as typeof request),
    ).rejects.toMatchObject(refusedAs('INVALID_JOB', '/minOut', /more decimals/));
  });
});
