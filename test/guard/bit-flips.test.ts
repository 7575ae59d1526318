import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Family, families } from '../../src/core/swap/chains.ts';
import { definitions } from '../../src/families/families.ts';
import { signWalletMessage } from '../../src/families/ton/adapter/sign.ts';
import { decodeTon } from '../../src/families/ton/guard/decode.ts';
import { createGuard } from '../../src/guard/create-guard.ts';
import type { Guard, GuardRequest } from '../../src/ports/guard.ts';
import { policyFrom } from '../support/guard-policy.ts';
import { exactly, meaningOf, type Told } from './meaning.ts';
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

/** The effects of each judged request by what it is for, such as `swap` or `approve 2`. */
type Effects = ReadonlyMap<string, Told>;

function effectsOf(requests: readonly GuardRequest[], tell: typeof meaningOf): Effects {
  const kinds: string[] = [];
  return new Map(
    requests.map((request) => {
      const { kind } = request.intent;
      kinds.push(kind);
      const decoded = definitions[request.unsigned.family].guard.decode(request);
      return [
        `${kind} ${kinds.filter((one) => one === kind).length}`,
        decoded.ok ? tell(decoded.effects, request) : { fault: decoded.fault },
      ];
    }),
  );
}

/**
 * Lists that may get shorter. An answer that names no spender gets no allowance, so there is none to
 * measure: the payment reverts.
 */
const lists: ReadonlySet<string> = new Set(['allowanceChanges', 'inspected', 'accounts']);

function isShorter(name: string, before = '[]', after = '[]'): boolean {
  if (!lists.has(name)) return false;
  const known = (JSON.parse(before) as unknown[]).map((one) => JSON.stringify(one));
  return (JSON.parse(after) as unknown[]).every((one) => known.includes(JSON.stringify(one)));
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

/** The names of the effects that differ. What is not asked for any more is no effect. */
function changed(before: Effects, after: Effects): string[] {
  return [...after].flatMap(([kind, told]) => {
    const known = before.get(kind);
    if (!known) return [`another ${kind}`];
    return [...new Set([...Object.keys(known), ...Object.keys(told)])].filter(
      (name) => known[name] !== told[name] && !isShorter(name, known[name], told[name]),
    );
  });
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
        const differing = changed(effectsOf([request], exactly), effectsOf([flipped], exactly));
        if (differing.includes('walletId')) await expectNoSignature(request, bytes);
        expect(differing.filter((name) => name !== 'walletId')).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });

  it('in the router’s answer is not allowed, unless the bytes do the same', async () => {
    const honest = new Map<string, Effects>();
    for (const base of bases)
      honest.set(base, effectsOf((await judge({ base })).requests, meaningOf));
    await fc.assert(
      fc.asyncProperty(aBase, position, bit, async (base, at, place) => {
        const tamper = (text: string): string => flipText(text, at, place);
        const { outcome, requests } = await judge({ base }, { tamper });
        if (outcome?.kind !== 'allow') return;
        const differing = changed(honest.get(base)!, effectsOf(requests, meaningOf));
        const isWithin = requests.every(takesWithinJob);
        const unexpected = differing.filter((name) => !(isWithin && amounts.has(name)));
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
