import { readFileSync } from 'node:fs';
import { Cell } from '@ton/core';
import fc from 'fast-check';
import { toFunctionSelector } from 'viem';
import { describe, expect, it, vi } from 'vitest';
import { type Family, families } from '../../src/core/swap/chains.ts';
import { definitions } from '../../src/families/families.ts';
import { signWalletMessage } from '../../src/families/ton/adapter/sign.ts';
import { decodeTon } from '../../src/families/ton/guard/decode.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import type { Guard, GuardRequest } from '../../src/ports/guard.ts';
import { policyFrom } from '../support/guard-policy.ts';
import type { Outcome } from './vectors/run/base.ts';
import { basesByName } from './vectors/run/bases.ts';
import type { Fixtures } from './vectors/run/fixtures.ts';
import { judgeCase } from './vectors/run/judge-case.ts';
import { policyFileOf, policyOf } from './vectors/run/policy.ts';
import { CannotBuild, casesOf, type Mutation, readVectors } from './vectors/run/vector.ts';

/*
 * Properties of every family: a flipped bit, wherever it is, never makes the guard allow more.
 */

const read = (name: string): string =>
  readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8');
const fixtures = JSON.parse(read('fixtures.json')) as Fixtures;
const known = JSON.parse(read('known-failures.json')) as Record<string, string>;
const runs = { numRuns: 60 };

const basesOf = (family: Family): string[] =>
  Object.entries(basesByName)
    .filter(([, { terms }]) => terms.from.family === family)
    .map(([name]) => name);

/**
 * What the executor sets itself, within bounds that rules of their own keep (fees, expiry, the block
 * or the hash that a transaction refers to, the change that pays a higher fee).
 */
const ownChoice: ReadonlySet<string> = new Set([
  'maximumFee',
  'feeLimit',
  'estimatedFeeLimit',
  'referenceBytes',
  'referenceHash',
  'expiration',
  'expires',
  'timestamp',
  'blockhash',
  'slot',
  'computeUnitLimit',
  'computeUnitPrice',
  'locktime',
  'sequence',
  'version',
  'fee',
  'change',
  'outputs',
  'virtualSize',
]);
const computeBudget = 'ComputeBudget111111111111111111111111111111';

/**
 * What only the router can say, so that another word of it is another order: a vault, a memo, the
 * body for a pool. Rules bound it: what it calls, sends and brings. Calls of contracts are decoded
 * by descriptors, and compared by what they mean (`meaningOf`).
 */
const routersWord: Readonly<Record<Family, readonly string[]>> = {
  evm: [],
  tron: ['memo'],
  solana: ['instructions'],
  ton: ['calls'],
  bitcoin: ['paid', 'memos'],
};

type Meaning = 'token' | 'amount' | 'minimum' | 'receiver' | 'any';
/** What the words of the bases' calls mean, by selector. Written down here, not read by the guard's decoder. */
const callForms: Readonly<Record<string, readonly Meaning[]>> = {
  // swapTokens(tokenIn, tokenOut, amountIn, minOut, to)
  '0xc35703ea': ['token', 'token', 'amount', 'minimum', 'receiver'],
  // swapNative(tokenOut, minOut, to)
  '0x86cbbeec': ['token', 'minimum', 'receiver'],
  // swap(token, amount, minimum, receiver) of TRON
  [toFunctionSelector('swap(address,uint256,uint256,address)')]: [
    'token',
    'amount',
    'minimum',
    'receiver',
  ],
  // withdraw(transfer): the bridge pays whom it owes, and what comes back is measured.
  '0x8e19899e': ['any'],
};

/** The calldata as its tokens and its receiver, and whether it pays more or promises less than it may. */
function meaningOf(data: string, { intent, job }: GuardRequest): string {
  const form = callForms[data.slice(0, 10)];
  const words = data.slice(10).match(/.{1,64}/g) ?? [];
  if (!form || words.length !== form.length || words.some(({ length }) => length !== 64))
    return data;
  const least = 'order' in intent ? intent.order.minOut : 0n;
  return words
    .map((word, index) => {
      switch (form[index]) {
        case 'amount':
          return BigInt(`0x${word}`) <= job.amount ? 'no more than the job gives' : word;
        case 'minimum':
          return BigInt(`0x${word}`) >= least ? 'no less than the order promises' : word;
        case 'any':
          return 'any';
        default:
          return word;
      }
    })
    .join();
}

type Told = Record<string, string>;

/** The decoded effects as texts by name, without what the executor chooses. */
function effectsOf(request: GuardRequest): Told {
  const decoded = definitions[request.unsigned.family].guard.decode(request);
  if (!decoded.ok) return { fault: decoded.fault };
  return Object.fromEntries(
    Object.entries(decoded.effects)
      .filter(([name]) => !ownChoice.has(name))
      .map(([name, value]) => [
        name,
        name === 'data' ? meaningOf(String(value), request) : textOf(value, promisedBy(request)),
      ]),
  );
}

/**
 * What the order promises. The vectors' chains pay what the order expects, or an amount of their
 * own: that is no effect of the answer as long as it is no less.
 */
function promisedBy({ intent }: GuardRequest): bigint | undefined {
  return 'order' in intent ? intent.order.minOut : undefined;
}

function textOf(effect: unknown, promised: bigint | undefined): string {
  return JSON.stringify(effect, (name, value: unknown) => {
    if (ownChoice.has(name)) return undefined;
    if (name === 'delta' && promised !== undefined && BigInt(value as bigint) >= promised)
      return 'no less than the order promises';
    if (typeof value === 'bigint') return `${value}`;
    if (value instanceof Map) return [...value];
    if (value instanceof Set) return [...value].sort();
    if (value instanceof Cell) return value.hash().toString('hex');
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
    if (Array.isArray(value))
      return value.filter((one: { program?: string }) => one?.program !== computeBudget);
    return value;
  });
}

/**
 * An answer that names no spender gets no allowance, so there is none to measure: the payment
 * reverts.
 */
function measuresLess(name: string, before = '[]', after = '[]'): boolean {
  if (name !== 'allowanceChanges') return false;
  const measured = (JSON.parse(before) as unknown[]).map((one) => JSON.stringify(one));
  return (JSON.parse(after) as unknown[]).every((one) => measured.includes(JSON.stringify(one)));
}

/** The order may pay less than the job gives, and may send coins for fees within the chain's cap. */
const amounts: ReadonlySet<string> = new Set(['value', 'coinsOut', 'balanceChanges']);

function takesWithinJob({ simulation, job, chain, lease }: GuardRequest): boolean {
  const mostOf = (token: string): bigint =>
    (token === job.from.token ? job.amount : 0n) +
    (token === chain.nativeToken.address ? chain.maxDeclaredFee : 0n);
  return simulation.balanceChanges.every(
    ({ account, token, delta }) =>
      delta >= 0n || (account === lease.account && -delta <= mostOf(token)),
  );
}

/** The names of the effects that differ. */
function changed(before: readonly Told[], after: readonly Told[]): string[] {
  const names = before.flatMap((told, index) => {
    const other = after[index] ?? {};
    return [...new Set([...Object.keys(told), ...Object.keys(other)])].filter(
      (name) => told[name] !== other[name] && !measuresLess(name, told[name], other[name]),
    );
  });
  return before.length === after.length ? names : [...names, 'another number of requests'];
}

interface Judged {
  outcome: Outcome | undefined;
  requests: GuardRequest[];
}

/** The outcome of a case, and every request that the guard got. `undefined`: there is none. */
async function judge(
  mutation: Mutation,
  { tamper, guard }: { tamper?: (text: string) => string; guard?: Guard } = {},
): Promise<Judged> {
  const requests: GuardRequest[] = [];
  const outcome = await judgeCase(
    { name: '', mutation },
    fixtures,
    (base, setting) => {
      const real = guard ?? createGuard({ policy: policyOf(base, setting) });
      return {
        ...real,
        judge(request) {
          requests.push(request);
          return real.judge(request);
        },
      };
    },
    tamper,
  ).catch((error: unknown) => {
    if (error instanceof CannotBuild) return undefined;
    throw error;
  });
  return { outcome, requests };
}

/**
 * Only the key tells an account's wallet id, so the guard cannot. The signer refuses another one
 * before the key is used.
 */
async function expectNoSignature({ unsigned }: GuardRequest, bytes: string): Promise<void> {
  const honest = decodeTon(unsigned.bytes);
  if (!honest.ok) throw new Error(honest.fault);
  const { version, walletId } = honest.content;
  const wallet = { version, walletId, publicKey: new Uint8Array(32) };
  const sign = vi.fn();
  await expect(
    signWalletMessage({ wallet, unsigned: bytes, isDeployed: true }, sign),
  ).rejects.toMatchObject({ code: 'SIGNATURE_MISMATCH' });
  expect(sign).not.toHaveBeenCalled();
}

function flipText(text: string, at: number, bit: number): string {
  const place = at % text.length;
  const flipped = String.fromCharCode(text.charCodeAt(place) ^ (1 << bit));
  return text.slice(0, place) + flipped + text.slice(place + 1);
}

function flipHex(bytes: string, at: number): string {
  const buffer = Buffer.from(bytes.slice(2), 'hex');
  const place = (at >> 3) % buffer.length;
  buffer[place] = buffer[place]! ^ (1 << (at & 7));
  return `0x${buffer.toString('hex')}`;
}

const position = fc.nat(1_000_000);
const bit = fc.nat(6);

describe.each(families)('a flipped bit on %s', (family) => {
  const bases = basesOf(family);
  const aBase = fc.constantFrom(...bases);

  it('in the bytes that are signed is not allowed, unless they do the same', async () => {
    const honest = await Promise.all(bases.map((base) => judge({ base })));
    const requests = honest.flatMap((one) => one.requests);
    expect(honest.map(({ outcome }) => outcome?.kind)).toEqual(bases.map(() => 'allow'));
    const guards = bases.flatMap((base, index) =>
      honest[index]!.requests.map(() =>
        createGuard({
          policy: policyOf(basesByName[base]!, {
            fixtures,
            mutation: { base },
            env: {},
            tamper: (text) => text,
          }),
        }),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(requests.length - 1), position, async (index, at) => {
        const request = requests[index]!;
        const bytes = flipHex(request.unsigned.bytes, at);
        const flipped = { ...request, unsigned: { ...request.unsigned, bytes } };
        if (guards[index]!.judge(flipped).kind !== 'allow') return;
        const differing = changed([effectsOf(request)], [effectsOf(flipped)]);
        if (differing.includes('walletId')) await expectNoSignature(request, bytes);
        expect(differing.filter((name) => name !== 'walletId')).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });

  it('in the router’s answer is not allowed, unless the bytes do the same', async () => {
    const honest = new Map<string, Told[]>();
    for (const base of bases) honest.set(base, (await judge({ base })).requests.map(effectsOf));
    await fc.assert(
      fc.asyncProperty(aBase, position, bit, async (base, at, place) => {
        const tamper = (text: string): string => flipText(text, at, place);
        const { outcome, requests } = await judge({ base }, { tamper });
        if (outcome?.kind !== 'allow') return;
        const differing = changed(honest.get(base) ?? [], requests.map(effectsOf));
        const isWithin = requests.every(takesWithinJob);
        const unexpected = differing.filter(
          (name) => !routersWord[family].includes(name) && !(isWithin && amounts.has(name)),
        );
        expect([base, ...unexpected]).toEqual([base]);
      }),
      runs,
    );
  });

  it('in the addresses of the policy allows no attack', async () => {
    const attacks = readVectors(read('vectors.jsonl')).filter(
      ({ id, expectedRule, mutation: { base } }) =>
        expectedRule !== 'ALLOW' && !(id in known) && bases.includes(base),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...attacks), position, bit, async (vector, at, place) => {
        const [first] = casesOf(vector);
        const { mutation } = first!;
        const base = basesByName[mutation.base]!;
        const file = policyFileOf(base, {
          fixtures,
          mutation,
          env: mutation.env ?? {},
          tamper: (given) => given,
        });
        const text = flipText(JSON.stringify(file.chains), at, place);
        let guard: Guard;
        try {
          guard = createGuard({ policy: policyFrom({ ...file, chains: JSON.parse(text) }) });
        } catch {
          return;
        }
        const { outcome } = await judge(mutation, { guard });
        expect(outcome?.kind, vector.id).not.toBe('allow');
      }),
      runs,
    );
  });
});
