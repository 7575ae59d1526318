import { readFileSync } from 'node:fs';
import { SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import { encodeBase58 } from '../../../../src/families/shared/formats/base58.ts';
import { solanaNativeToken } from '../../../../src/families/solana/formats/chain.ts';
import { nativeMint } from '../../../../src/families/solana/guard/address.ts';
import type { GuardRequest } from '../../../../src/ports/guard.ts';
import { readTransaction } from '../../../../src/router/read-transaction.ts';
import { judged } from '../../../guard/scenario.ts';
import { maker } from './changes.ts';
import {
  account,
  amount,
  aSolanaRequest,
  budget,
  type Change,
  call,
  key,
  openAccount,
  pool,
  readonly,
  sendSol,
  signing,
  swapInstructions,
  tipped,
  tokenProgram,
  u64,
  usdc,
  wallet,
  writable,
} from './scenario.ts';

interface Appended {
  program: 'System' | 'Token' | 'BPFLoaderUpgradeable';
  ix: number;
  owner?: string;
  type?: string;
  new?: string;
  delegate?: string;
  amount?: string;
  destination?: string;
  to?: string;
  lamports?: number;
  nonceAuthority?: string;
}

interface Vector {
  id: string;
  description: string;
  expectedRule: string;
  mutation: {
    forEach?: { values: string[] };
    rebuild?: {
      append?: Appended;
      prepend?: Appended;
      dstTokenAccount?: string;
      computeUnitPrice?: number;
      computeUnitLimit?: number;
      feePayer?: string;
      cpiProgram?: string;
      ixProgram?: string;
      minimumAmountOut?: number;
      addSigner?: string;
      tipLamports?: number;
    };
  };
}

const file = new URL('../../../guard/vectors/solana.json', import.meta.url);
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

const authorityTypes: Record<string, number> = { AccountOwner: 2, CloseAccount: 3 };

function instructionOf(one: Appended): TransactionInstruction {
  const { program, ix } = one;
  if (program === 'BPFLoaderUpgradeable') {
    const keys = [writable(wallet), signing(wallet), readonly(one.new!)];
    return call('BPFLoaderUpgradeab1e11111111111111111111111', keys, [ix, 0, 0, 0]);
  }
  if (program === 'System') return systemInstructionOf(one);
  const held = writable(account(wallet, usdc));
  const by = signing(wallet);
  switch (ix) {
    case 6:
      return call(
        tokenProgram,
        [held, by],
        [6, authorityTypes[one.type!]!, 1, ...key(one.new!).toBytes()],
      );
    case 13:
      return call(
        tokenProgram,
        [held, readonly(usdc), readonly(one.delegate!), by],
        [13, ...u64(BigInt(one.amount!)), 6],
      );
    case 9:
    case 38:
      return call(tokenProgram, [held, writable(one.destination!), by], [ix]);
    default:
      throw new Error(`the token program's instruction ${ix}`);
  }
}

function systemInstructionOf({
  ix,
  owner,
  to,
  lamports,
  nonceAuthority,
}: Appended): TransactionInstruction {
  switch (ix) {
    case 1:
      return SystemProgram.assign({ accountPubkey: key(wallet), programId: key(owner!) });
    case 2:
      return sendSol(wallet, to!, BigInt(lamports!));
    case 4:
      // Whoever has the authority has to sign; here the wallet does, which makes the bytes
      // complete.
      expect(nonceAuthority).toBeDefined();
      return SystemProgram.nonceAdvance({ noncePubkey: key(pool), authorizedPubkey: key(wallet) });
    default:
      throw new Error(`the system program's instruction ${ix}`);
  }
}

function changeOf({ mutation: { rebuild = {} } }: Vector): Change {
  const { append, prepend, feePayer, cpiProgram, ixProgram, addSigner, tipLamports } = rebuild;
  const { computeUnitPrice = 50_000, computeUnitLimit = 300_000 } = rebuild;
  const owner = /^ATA\((\w+),/.exec(rebuild.dstTokenAccount ?? '')?.[1];
  const makers = addSigner ? [sendSol(maker.publicKey.toBase58(), wallet, 0n)] : [];
  const tip = BigInt(tipLamports ?? 0);
  const swap = swapInstructions(
    rebuild.minimumAmountOut === undefined ? undefined : BigInt(rebuild.minimumAmountOut),
  );
  return {
    instructions: [
      ...(prepend ? [instructionOf(prepend)] : []),
      ...(owner ? [openAccount(owner, nativeMint)] : []),
      ...swap,
      ...(append ? [instructionOf(append)] : []),
      ...(ixProgram ? [call(ixProgram, [signing(wallet)], [1])] : []),
      ...(tip > 0n ? [sendSol(wallet, tipped, tip)] : []),
      ...makers,
    ],
    computeBudget: budget(computeUnitLimit, BigInt(computeUnitPrice)),
    fee: { computeUnitLimit: BigInt(computeUnitLimit), computeUnitPrice: BigInt(computeUnitPrice) },
    simulation: {
      balanceChanges: [
        { account: wallet, token: usdc, delta: -amount },
        { account: wallet, token: solanaNativeToken, delta: 6_100_000_000n - tip },
      ],
    },
    ...(addSigner ? { cosigner: maker } : {}),
    ...(feePayer ? { payer: feePayer } : {}),
    ...(cpiProgram
      ? {
          solana: {
            innerCalls: [{ program: cpiProgram, accounts: [], call: { data: Uint8Array.of(0) } }],
          },
        }
      : {}),
  };
}

/** The encodings of sol-19, by the words in its list. */
const broken: Record<string, (data: Uint8Array) => string> = {
  '<trailing>': (data) => base64([...data, 0]),
  '<non-minimal shortvec>': (data) => base64([0x81, 0, ...data.subarray(1)]),
  '<v1>': (data) => base64(data.with(65, 0x81)),
  '<1300 bytes>': (data) => base64([...data, ...new Uint8Array(1_300 - data.length)]),
  '<ambiguous encoding>': encodeBase58,
};

function base64(bytes: ArrayLike<number>): string {
  return Buffer.from(Array.from(bytes)).toString('base64');
}

/** The bytes to be signed of an answer's `data`, or that there are none. */
function requestOf(data: string): GuardRequest | 'unusable' {
  const request = aSolanaRequest();
  try {
    const transaction = readTransaction({ data }, 'solana');
    if (transaction.family !== 'solana') throw new Error('a transaction of another family');
    const bytes = `0x${Buffer.from(transaction.data, 'base64').toString('hex')}`;
    return { ...request, unsigned: { ...request.unsigned, bytes } };
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'ROUTER_MALFORMED') return 'unusable';
    throw error;
  }
}

describe('the guard vectors of Solana', () => {
  const legitimate = vectors.filter(({ expectedRule }) => expectedRule === 'ALLOW');
  it.each(legitimate)('$id passes: $description', (vector) => {
    expect(judged(aSolanaRequest(changeOf(vector)))).toEqual({ kind: 'allow', fired: [] });
  });

  // S01 is the decoder: what it cannot read is no transaction.
  const unreadable = vectors.filter(({ expectedRule }) => expectedRule === 'S01');
  it.each(unreadable)('$id cannot be read: $description', ({ mutation }) => {
    const { unsigned } = aSolanaRequest();
    for (const word of mutation.forEach!.values) {
      const request = requestOf(broken[word]!(Buffer.from(unsigned.bytes.slice(2), 'hex')));
      if (request !== 'unusable')
        expect(judged(request)).toEqual({ kind: 'reject', fired: ['DECODE'] });
    }
  });

  const hostile = vectors.filter(
    (vector) => !legitimate.includes(vector) && !unreadable.includes(vector),
  );
  it.each(hostile)('$id is caught by $expectedRule: $description', (vector) => {
    const { kind, fired } = judged(aSolanaRequest(changeOf(vector)));
    expect(kind).not.toBe('allow');
    expect(fired).toContain(vector.expectedRule);
  });

  it('covers all of them', () => {
    expect(legitimate.length + unreadable.length + hostile.length).toBe(vectors.length);
    expect(vectors).toHaveLength(18);
  });
});
