import { concatHex, encodeFunctionData, type Hex, pad, parseAbi, stringToHex, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { chainRegistry, formatsOf } from '../../../src/core/swap/chains.ts';
import type { Job } from '../../../src/core/swap/job.ts';
import { createGuard } from '../../../src/guard/create-guard.ts';
import { accountValueOf } from '../../../src/guard/descriptors/account-value.ts';
import type { Guard } from '../../../src/ports/guard.ts';
import { policyFrom, testPolicyFile } from '../../support/guard-policy.ts';
import { aJob } from '../../support/snapshot.ts';
import { aSwapRequest, attacker, dai, receiver, target, usdc } from '../scenario.ts';

const signatures = {
  word: 'bridge(bytes32 payee,bytes32 token,uint256 chain,uint256 amount,uint256 minimum)',
  bytes: 'bridgeBytes(bytes payee,bytes32 token,uint256 chain,uint256 amount,uint256 minimum)',
  text: 'bridgeText(string payee,string token,uint256 chain,uint256 amount)',
  number: 'bridgeNumber(uint256 payee,address token,uint256 chain,uint256 amount)',
  packed: 'bridgePacked(bytes route,address token,uint256 chain,uint256 amount)',
  silent: 'bridgeSilent(address payee,address token,uint256 amount)',
  unbound: 'bridgeUnbound(address payee,address token,uint256 chain,uint256 amount)',
  byToken: 'bridgeByToken(address payee,address token,uint256 amount)',
  order:
    'bridgeOrder((address token,uint256 amount) input,(bytes32 payee,bytes32 token,uint256 least)[] outputs,uint256 chain,bytes message)',
} as const;
const abi = parseAbi(Object.values(signatures).map((one) => `function ${one}`));
const unbound = { amountIn: 'amount', outputToken: 'token' };
const common = { ...unbound, destinationChain: 'chain' };
const roles = {
  version: 1,
  chainNumbers: {
    ARBITRUM: '42161',
    TRON: '11',
    SOLANA: '12',
    TON: '13',
    BITCOIN: '14',
    LITECOIN: '15',
    RIPPLE: '16',
  },
  aliases: { '0x0000000000000000000000000000000000000001': 'sender' },
  functions: {
    [signatures.word]: { ...common, receiver: 'payee', minimum: 'minimum' },
    [signatures.bytes]: { ...common, receiver: 'payee', minimum: 'minimum' },
    [signatures.text]: { ...common, receiver: 'payee', minimum: 'amount' },
    [signatures.number]: { ...common, receiver: '#.payee', minimum: 'amount' },
    [signatures.packed]: {
      ...{ ...common, receiver: 'route.[-20:]', minimum: 'amount' },
      opaque: ['route'],
    },
    [signatures.silent]: { ...unbound, receiver: 'payee', minimum: 'amount' },
    [signatures.unbound]: { ...common, receiver: 'payee' },
    [signatures.byToken]: {
      ...{ ...unbound, receiver: 'payee', minimum: 'amount' },
      chainByToken: true,
    },
    [signatures.order]: {
      receiver: 'outputs[0].payee',
      minimum: 'outputs.[0].least',
      amountIn: 'input.amount',
      inputToken: 'input.token',
      outputToken: 'outputs.[0].token',
      destinationChain: 'chain',
    },
  },
};
const descriptor = {
  context: { contract: { deployments: [{ chainId: 1, address: target.toLowerCase() }] } },
  display: { formats: Object.fromEntries(Object.values(signatures).map((one) => [one, {}])) },
};
const policyFile = {
  ...testPolicyFile,
  chains: {
    ...testPolicyFile.chains,
    LITECOIN: { receivers: 'any' },
    RIPPLE: { receivers: 'any' },
  },
  descriptors: { inline: [{ name: 'bridge', descriptor, roles }] },
};
const guard = createGuard({ policy: policyFrom(policyFile) });

/** The findings of E03 alone, by severity. */
function found(job: Partial<Job>, data: Hex, by: Guard = guard): string[] {
  const verdict = by.judge(aSwapRequest({ job, order: { minOut: 398n }, call: { data } }));
  return verdict.kind === 'allow'
    ? []
    : verdict.findings.filter(({ rule }) => rule === 'E03').map(({ message }) => message);
}

const asset = { decimals: 6, symbol: 'X' };
const places = {
  ARBITRUM: {
    to: { ...asset, family: 'evm', chain: 'ARBITRUM', token: usdc },
    number: 42161n,
    payee: receiver,
  },
  TRON: {
    to: { ...asset, family: 'tron', chain: 'TRON', token: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
    number: 11n,
    payee: 'TXs9z93mvcJoPyJrtAcY2VuuvTqX3sGEwk',
  },
  SOLANA: {
    to: {
      ...asset,
      family: 'solana',
      chain: 'SOLANA',
      token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    },
    number: 12n,
    payee: '9u4XVsW35kYf9ix1ts2yCNiTZTu7HkJHx586NEH1enos',
  },
  TON: {
    to: { ...asset, family: 'ton', chain: 'TON', token: `0:${'11'.repeat(32)}` },
    number: 13n,
    payee: '0:8433af24133988ee60edd0112da060de6f703eaecac12c4ff39d9d124799cc7a',
  },
  BITCOIN: {
    to: { ...asset, family: 'bitcoin', chain: 'BITCOIN', token: formatsOf('bitcoin').nativeToken },
    number: 14n,
    payee: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  },
  LITECOIN: {
    to: {
      ...asset,
      family: 'other',
      chain: 'LITECOIN',
      token: '0x0000000000000000000000000000000000000000',
      reportedOnly: true,
    },
    number: 15n,
    payee: 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  },
  RIPPLE: {
    to: {
      ...asset,
      family: 'other',
      chain: 'RIPPLE',
      token: '0x0000000000000000000000000000000000000000',
      reportedOnly: true,
    },
    number: 16n,
    payee: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
  },
} as const;
const bytesOf: Record<keyof typeof places, Hex> = {
  ARBITRUM: receiver.toLowerCase() as Hex,
  TRON: '0xf02dc103e62cf4a2c007324d8bb95513edabf875',
  SOLANA: `0x${formatsOf('solana').accountBytes(places.SOLANA.payee)[0]}`,
  TON: '0x8433af24133988ee60edd0112da060de6f703eaecac12c4ff39d9d124799cc7a',
  BITCOIN: '0x751e76e8199196d454941c45d1b3a323f1433bd6',
  LITECOIN: '0x751e76e8199196d454941c45d1b3a323f1433bd6',
  RIPPLE: '0xb5f762798a53d543a014caf8b297cff8f2f937e8',
};
const tokenWord = ({ family, token }: { family: string; token: string }): Hex => {
  if (family === 'bitcoin' || family === 'other') return toHex(0n, { size: 32 });
  return pad(`0x${formatsOf(family as 'evm').accountBytes(token)[0]}` as Hex, { size: 32 });
};
const word = (payee: Hex, token: Hex, chain: bigint, minimum = 398n) =>
  encodeFunctionData({
    abi,
    functionName: 'bridge',
    args: [pad(payee, { size: 32 }), token, chain, 1_000_000_000n, minimum],
  });

describe.each(Object.keys(places) as (keyof typeof places)[])('a receiver on %s', (name) => {
  const { to, number, payee } = places[name];
  const job: Partial<Job> = { to: to as Job['to'], receiver: payee };
  const own = bytesOf[name];
  const token = tokenWord(to);
  const bytes = (given: Hex, chain: bigint) =>
    encodeFunctionData({ abi, functionName: 'bridgeBytes', args: [given, token, chain, 5n, 398n] });
  const text = (given: string, chain: bigint) =>
    encodeFunctionData({ abi, functionName: 'bridgeText', args: [given, to.token, chain, 398n] });

  it('is known in each form', () => {
    expect(found(job, word(own, token, number))).toEqual([]);
    expect(found(job, bytes(own, number))).toEqual([]);
    expect(found(job, bytes(pad(own, { size: 32 }), number))).toEqual([]);
    expect(found(job, bytes(stringToHex(payee), number))).toEqual([]);
    expect(found(job, text(payee, number))).toEqual([]);
  });

  it('is not another account, on another chain, in another token or for less', () => {
    const other = pad(attacker.toLowerCase() as Hex, { size: 32 });
    const [wrongPayee] = found(job, word(other, token, number));
    expect(wrongPayee).toContain('another account');
    for (const data of [
      bytes(attacker.toLowerCase() as Hex, number),
      bytes(concatHex([own, '0x00']), number),
      bytes('0x', number),
      text(`${payee.slice(0, -1)}x`, number),
      text('', number),
      word('0x01', token, number),
    ])
      expect(found(job, data)[0]).toContain('another account');
    expect(found(job, word(own, token, number + 1n))).toEqual(['the call pays on another chain']);
    expect(found(job, word(own, pad('0xbeef', { size: 32 }), number))).toEqual([
      'the call buys another token',
    ]);
    expect(found(job, word(own, token, number, 397n))).toEqual([
      'the call’s own minimum is below the order’s',
    ]);
  });
});

describe('a receiver in other places of the calldata', () => {
  const job: Partial<Job> = { to: places.ARBITRUM.to, receiver };
  const packed = (route: Hex) =>
    encodeFunctionData({ abi, functionName: 'bridgePacked', args: [route, usdc, 42161n, 398n] });
  const number = (payee: bigint) =>
    encodeFunctionData({ abi, functionName: 'bridgeNumber', args: [payee, usdc, 42161n, 398n] });
  const order = (outputs: Hex[], message: Hex = '0x') =>
    encodeFunctionData({
      abi,
      functionName: 'bridgeOrder',
      args: [
        { token: usdc, amount: 5n },
        outputs.map((payee) => ({
          payee: pad(payee, { size: 32 }),
          token: pad(usdc.toLowerCase() as Hex, { size: 32 }),
          least: 398n,
        })),
        42161n,
        message,
      ],
    });
  const own = receiver.toLowerCase() as Hex;

  it('is read from packed bytes, a number and a list of tuples', () => {
    expect(found(job, packed(concatHex(['0x1234', own])))).toEqual([]);
    expect(found(job, number(BigInt(own)))).toEqual([]);
    expect(found(job, order([own]))).toEqual([]);
  });

  it('is refused if it is another, or not there', () => {
    expect(found(job, packed(concatHex([own, '0x1234'])))[0]).toContain('another account');
    expect(found(job, packed('0x1234'))).toEqual([
      'the calldata does not have what the roles file names',
    ]);
    expect(found(job, number(BigInt(own) + 2n ** 160n))[0]).toContain('another account');
    expect(found(job, order([]))).toEqual(['the calldata does not have what the roles file names']);
    expect(found(job, order([attacker]))[0]).toContain('another account');
    // The roles name the first item, and the second would be paid too.
    expect(found(job, order([own, attacker]))).toEqual([
      'the calldata does not have what the roles file names',
    ]);
  });

  it('stands alone: bytes without a role must be empty', () => {
    expect(found(job, order([own], '0xdeadbeef'))).toEqual([
      'the calldata has content that the roles file gives no role',
    ]);
  });

  it('is held where the descriptor does not tell the number of the chain', () => {
    const unknown = { ...places.ARBITRUM.to, chain: 'POLYGON' } as Job['to'];
    const [why] = found({ to: unknown, receiver }, word(own, tokenWord(unknown), 137n));
    expect(why).toContain('number of POLYGON');
  });
});

describe('a bridge whose descriptor tells no minimum', () => {
  const job: Partial<Job> = { to: places.ARBITRUM.to, receiver };
  const paying = (payee: string) =>
    encodeFunctionData({
      abi,
      functionName: 'bridgeUnbound',
      args: [payee as Hex, usdc, 42161n, 1_000_000_000n],
    });
  const untold = 'the descriptor does not tell the minimum of the function';

  it('is held, because nothing else binds what arrives there', () => {
    const request = aSwapRequest({
      job,
      order: { minOut: 398n },
      call: { data: paying(receiver) },
    });
    const judged = guard.judge(request);
    const of = judged.kind === 'allow' ? [] : judged.findings.filter(({ rule }) => rule === 'E03');
    expect(of).toMatchObject([
      { severity: 'hold', message: untold, item: { kind: 'function', lacks: { what: 'minimum' } } },
    ]);
    const strict = createGuard({ policy: policyFrom({ ...policyFile, profile: 'strict' }) });
    expect(strict.judge(request)).toMatchObject({ kind: 'reject' });
  });

  it('is still read for whom it pays', () => {
    expect(found(job, paying(attacker))).toContain(
      'the call pays another account than the receiver',
    );
  });
});

describe('a call that may pay on this chain too', () => {
  const buying = (token: string): Partial<Job> => ({
    to: { ...places.ARBITRUM.to, token, decimals: 18 },
    receiver,
  });
  const paying = (functionName: 'bridgeSilent' | 'bridgeByToken', token: string) =>
    encodeFunctionData({ abi, functionName, args: [receiver, token as Hex, 398n] });
  const untold = ['the descriptor does not tell on which chain the call pays'];

  it('is held, unless the token alone tells the chain', () => {
    expect(found(buying(dai), paying('bridgeSilent', dai))).toEqual(untold);
    expect(found(buying(dai), paying('bridgeByToken', dai))).toEqual([]);
  });

  it('is held for what both chains have', () => {
    const coin = formatsOf('evm').nativeToken;
    expect(found(buying(coin), paying('bridgeByToken', coin))).toEqual(untold);
    expect(found(buying(usdc), paying('bridgeByToken', usdc))).toEqual(untold);
  });

  it('is refused under strict', () => {
    const request = aSwapRequest({ job: buying(dai), call: { data: paying('bridgeSilent', dai) } });
    const strict = createGuard({ policy: policyFrom({ ...policyFile, profile: 'strict' }) });
    expect(strict.judge(request)).toMatchObject({ kind: 'reject' });
    expect(JSON.stringify(strict.judge(request))).toContain(untold[0]);
  });
});

describe('a bridge that names the wrapped coin and pays the coin', () => {
  const { wrappedNative } = chainRegistry.ARBITRUM!;
  const to = { ...places.ARBITRUM.to, token: formatsOf('evm').nativeToken, decimals: 18 };
  const wrapped = pad(wrappedNative!.toLowerCase() as Hex, { size: 32 });
  const request = aSwapRequest({
    job: { to, receiver },
    order: { minOut: 398n },
    call: { data: word(receiver.toLowerCase() as Hex, wrapped, 42161n) },
  });
  const judgedBy = (judge: Guard) => {
    const verdict = judge.judge(request);
    return verdict.kind === 'allow' ? [] : verdict.findings.filter(({ rule }) => rule === 'E03');
  };

  it('is held until a person or the roles file says so', () => {
    expect(judgedBy(guard)).toMatchObject([
      { severity: 'hold', message: 'the call buys the wrapped form of the coin' },
    ]);
    const aliases = { ...roles.aliases, [wrappedNative!]: 'native' };
    const saying = { inline: [{ name: 'bridge', descriptor, roles: { ...roles, aliases } }] };
    const told = createGuard({ policy: policyFrom({ ...policyFile, descriptors: saying }) });
    expect(judgedBy(told)).toEqual([]);
  });
});

describe('bytes behind the arguments', () => {
  const job: Partial<Job> = { to: places.ARBITRUM.to, receiver };
  const call = word(receiver.toLowerCase() as Hex, tokenWord(places.ARBITRUM.to), 42161n);
  const mark = '0xcafe01';
  const suffixes = [mark, '0x01'];
  const marking = { inline: [{ name: 'bridge', descriptor, roles: { ...roles, suffixes } }] };
  const marked = createGuard({ policy: policyFrom({ ...policyFile, descriptors: marking }) });

  it('may be a mark that the roles file names, and nothing else', () => {
    const other = ['the calldata is not a canonical call of the described function'];
    expect(found(job, concatHex([call, mark]))).toEqual(other);
    expect(found(job, concatHex([call, mark]), marked)).toEqual([]);
    expect(found(job, call, marked)).toEqual([]);
    for (const behind of ['0xcafe02', '0x00cafe01', attacker, '0xcafe01cafe01'] as const)
      expect(found(job, concatHex([call, behind]), marked)).toEqual(other);
    const elsewhere = word(attacker.toLowerCase() as Hex, tokenWord(places.ARBITRUM.to), 42161n);
    expect(found(job, concatHex([elsewhere, mark]), marked)[0]).toContain('another account');
  });
});

describe('a constant of the descriptor', () => {
  it('is an address or a text', () => {
    const read = (value: string) =>
      accountValueOf({ root: 'constant', value }, [], { from: '', to: '' });
    expect(read(target)).toEqual({
      kind: 'word',
      value: target.slice(2).toLowerCase().padStart(64, '0'),
    });
    expect(read('ETH')).toEqual({ kind: 'text', value: 'ETH' });
    expect(aJob().receiver).toBe(receiver);
  });
});
