import { Cell } from '@ton/core';
import { toFunctionSelector } from 'viem';
import type { Family } from '../../src/core/swap/chains.ts';
import type { SolanaEffects, SolanaInstruction } from '../../src/families/solana/guard/effects.ts';
import type { TonCall } from '../../src/families/ton/guard/decode.ts';
import type { GuardRequest } from '../../src/ports/guard.ts';

/*
 * What the effects of a transaction mean for a job, as text: two transactions with the same texts are
 * as good for it. Written down here once more, without the guard's own decoders of calls.
 */

export type Told = Record<string, string>;

const noLess = 'no less than the order promises';
const noMore = 'no more than the job gives';

/**
 * What the executor sets itself, within bounds that rules of their own keep (fees, expiry, the block
 * or the hash that a transaction refers to, the change that pays a higher fee).
 */
const ownChoice: ReadonlySet<string> = new Set([
  'maximumFee',
  'gasLimit',
  'surcharge',
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

/** The effects as texts by name, to the last bit, without what the executor chooses. */
export function exactly(effects: object, request: GuardRequest): Told {
  return told(effects, (_name, value) => textOf(value, leastOf(request)));
}

/** The same, but what only the router can say is told by what it means for the job. */
export function meaningOf(effects: object, request: GuardRequest): Told {
  const byName = meanings[request.unsigned.family];
  const texts = told(effects, (name, value) => {
    const means = byName[name];
    return textOf(means ? means(value as never, request) : value, leastOf(request));
  });
  return { ...texts, ...(isOfSolana(effects) ? accountsOf(effects) : {}) };
}

function isOfSolana(effects: object): effects is SolanaEffects {
  return 'family' in effects && effects.family === 'solana';
}

function told(effects: object, tell: (name: string, value: unknown) => string): Told {
  return Object.fromEntries(
    Object.entries(effects)
      .filter(([name]) => !ownChoice.has(name))
      .map(([name, value]) => [name, tell(name, value)]),
  );
}

/**
 * What the order promises. The vectors' chains pay what the order expects, or an amount of their
 * own: that is no effect of the answer as long as it is no less.
 */
function leastOf({ intent }: GuardRequest): bigint {
  return 'order' in intent ? intent.order.minOut : 0n;
}

function textOf(effect: unknown, least: bigint): string {
  return JSON.stringify(effect, (name, value: unknown) => {
    if (ownChoice.has(name)) return undefined;
    if (name === 'delta' && least > 0n && BigInt(value as bigint) >= least) return noLess;
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

const minimum = (units: bigint, request: GuardRequest): string =>
  units >= leastOf(request) ? noLess : `${units}`;

type Means = (value: never, request: GuardRequest) => unknown;

const meanings: Readonly<Record<Family, Readonly<Record<string, Means>>>> = {
  evm: { data: callMeaning },
  tron: { data: callMeaning },
  solana: { instructions: instructionsMeaning },
  ton: { calls: messagesMeaning },
  bitcoin: { paid: vaultMeaning, memos: memoMeaning },
};

type Word = 'token' | 'amount' | 'minimum' | 'receiver' | 'any';

/** What the words of the bases' calls mean, by selector. */
const callForms: Readonly<Record<string, readonly Word[]>> = {
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
  // withdraw(transfer): the bridge pays whom it owes, and G12 measures that the wallet gets what it
  // paid.
  '0x8e19899e': ['any'],
};

/** The calldata as its tokens and its receiver, and whether it pays more or promises less than it may. */
function callMeaning(data: string, request: GuardRequest): string {
  const form = callForms[data.slice(0, 10)];
  const words = data.slice(10).match(/.{1,64}/g) ?? [];
  if (!form || words.length !== form.length || words.some(({ length }) => length !== 64))
    return data;
  return words
    .map((word, index) => {
      switch (form[index]) {
        case 'amount':
          return BigInt(`0x${word}`) <= request.job.amount ? noMore : word;
        case 'minimum':
          return minimum(BigInt(`0x${word}`), request);
        case 'any':
          return 'any';
        default:
          return word;
      }
    })
    .join();
}

/**
 * Everything but two things. The accounts that a program named by the policy gets are of no use
 * beyond what the simulation shows (G12), as long as they are accounts that the transaction names
 * anyway (`accountsOf`). And which account is closed decides nothing: the token program closes only
 * the wallet's, and S06 demands that the wallet gets what is in it.
 */
function instructionsMeaning(instructions: readonly SolanaInstruction[], request: GuardRequest) {
  const chosen = instructions.filter(({ program }) => program !== computeBudget);
  return chosen.map(({ program, kind, name, accounts, data, amount }) => {
    if (kind === 'other')
      // The bases' exchange: one byte for the call, then the minimum.
      return data.length === 9
        ? [program, data[0], minimum(Buffer.from(data).readBigUInt64LE(1), request)]
        : [program, data];
    return [program, name, accounts.slice(name === 'closeAccount' ? 1 : 0), data, amount];
  });
}

/** Programs that are called cannot be written to, whatever the transaction says of them. */
function accountsOf({ instructions, writable }: SolanaEffects): Told {
  const programs = new Set(instructions.map(({ program }) => program));
  const named = instructions.flatMap(({ accounts }) => accounts);
  const list = (accounts: Iterable<string>) => JSON.stringify([...new Set(accounts)].sort());
  return {
    accounts: list([...programs, ...named]),
    writable: list([...writable].filter((account) => !programs.has(account))),
  };
}

/**
 * Messages without their coins, which `value` and `coinsOut` tell: what is forwarded with jettons is a
 * part of them (N05). Query ids are marks of the sender,
 * which contracts repeat and use for nothing. The comment of a deposit is the number by which the
 * provider knows the order: another number is another order of the same provider.
 */
function messagesMeaning(calls: readonly TonCall[], request: GuardRequest) {
  return calls.map(({ destination, bounce, mode, stateInit, body, content, value }) => {
    const common = { destination, bounce, mode, stateInit };
    switch (body.kind) {
      case 'jetton_transfer': {
        const { queryId: _, forwardPayload, forwardAmount, ...transfer } = body;
        const forwards = forwardAmount <= value ? 'no more than it carries' : forwardAmount;
        const asks = exchangeMeaning(forwardPayload, request);
        return { ...common, transfer, forwards, asks };
      }
      case 'comment':
        return request.intent.kind === 'deposit'
          ? { ...common, comment: 'of the order' }
          : { ...common, body };
      case 'unknown':
        return { ...common, asks: exchangeMeaning(content, request) };
      default:
        return { ...common, body };
    }
  });
}

/** The body of the bases' exchange: operation, query id, whom to pay and how much at least. */
function exchangeMeaning(body: Cell, request: GuardRequest): unknown {
  try {
    const slice = body.beginParse();
    const operation = slice.loadUint(32);
    slice.loadUintBig(64);
    const terms = slice.loadRef().beginParse();
    const receiver = terms.loadAddress().toRawString();
    const least = minimum(terms.loadCoins(), request);
    const last = slice.loadRef();
    slice.endParse();
    terms.endParse();
    return { operation, receiver, least, last };
  } catch {
    return body;
  }
}

/**
 * A vault is new for each order, and only the order says where it is. The policy names the provider
 * and the token, and bounds the amount (D05).
 */
function vaultMeaning(paid: readonly { value: bigint; script: Uint8Array }[]) {
  return paid.map(({ value }) => ({ value, to: 'a vault' }));
}

/** A memo is between the vault and the order, as long as it still names the receiver. */
function memoMeaning(
  { only, ...memos }: { count: number; burnt: bigint; only: Uint8Array | undefined },
  { job }: GuardRequest,
) {
  const text = only && Buffer.from(only).toString('latin1').toLowerCase();
  return {
    ...memos,
    only: text?.includes(job.receiver.toLowerCase()) ? 'names the receiver' : text,
  };
}
