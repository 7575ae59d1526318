import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  type Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import { type Chain, chainRegistry } from '../../../../src/core/swap/chains.ts';
import type { Job } from '../../../../src/core/swap/job.ts';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import type { Order } from '../../../../src/core/swap/swap.ts';
import { solanaNativeToken } from '../../../../src/families/solana/formats/chain.ts';
import {
  associatedAccount,
  nativeMint,
  tokenPrograms,
} from '../../../../src/families/solana/guard/address.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import type { GuardRequest } from '../../../../src/ports/guard.ts';
import type { SolanaSimulation } from '../../../../src/ports/solana-simulation.ts';
import { aJob, anOrder } from '../../../support/snapshot.ts';

export const wallet = '2oxv33jjegU5caRVhbehyM6hitXdgBvFAnyP83fRHM3Q';
export const receiver = '9u4XVsW35kYf9ix1ts2yCNiTZTu7HkJHx586NEH1enos';
export const attacker = 'GrBuVnt6Ej8Ui58aWgxV2UfU4Xbkrv4cyDnq7CMHshS4';
export const otherTreasury = '75ojsZAHKESPpyobFHyFJh1tC6YSqpRoTAV2VpzBsivX';
export const pool = 'EpSCWeGdEdUcMMD3s7u4gfp57HxQYvFnjk15Yq5D79rE';
/** For tips, by the tests' policy. */
export const tipped = '2KW2XRd9kwqet15Aha2oK3tYvd3nWbTFH1MBiRAv1BE1';
export const dex = 'EsCzoZ2Y3BJoQYRNo4Fpu56xFFXgNHw8BVLNCiRCddwq';
export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const [tokenProgram] = tokenPrograms;
const table = 'BWTcsSBQjJNasnTi9ME4E92XyCsf7Z8KiPajNSnXDDbv';

export const amount = 1_000_000_000n;
export const rent = 2_039_280n;
/** Lamports that the order promises at least, and that come. */
export const minOut = 6_000_000_000n;
const brought = 6_100_000_000n;

export const key = (address: string): PublicKey => new PublicKey(address);
export const account = (owner: string, mint: string, program = tokenProgram): string =>
  associatedAccount(owner, mint, program);

const chain: Chain = ofFamily(chainRegistry.SOLANA!, 'solana');

/** Of a lookup table without an authority. */
export const frozen = { isActive: true, canGrow: false, lastExtended: 0n };

type Meta = TransactionInstruction['keys'][number];
export const writable = (address: string): Meta => ({
  pubkey: key(address),
  isSigner: false,
  isWritable: true,
});
export const readonly = (address: string): Meta => ({
  pubkey: key(address),
  isSigner: false,
  isWritable: false,
});
export const signing = (address: string): Meta => ({
  pubkey: key(address),
  isSigner: true,
  isWritable: false,
});

export function call(
  program: string,
  keys: Meta[],
  data: readonly number[],
): TransactionInstruction {
  return new TransactionInstruction({ programId: key(program), keys, data: Buffer.from(data) });
}

export function u64(value: bigint): number[] {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return [...bytes];
}

export function openAccount(
  owner: string,
  mint: string,
  opened = account(owner, mint),
): TransactionInstruction {
  const keys = [
    { ...signing(wallet), isWritable: true },
    writable(opened),
    readonly(owner),
    readonly(mint),
  ];
  return call(
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    [...keys, readonly(SystemProgram.programId.toBase58()), readonly(tokenProgram)],
    [1],
  );
}

export function transferToken(from: string, to: string, by: string, mint: string, units: bigint) {
  const keys = [writable(from), readonly(mint), writable(to), signing(by)];
  return call(tokenProgram, keys, [12, ...u64(units), 6]);
}

export function sendSol(from: string, to: string, lamports: bigint): TransactionInstruction {
  return SystemProgram.transfer({ fromPubkey: key(from), toPubkey: key(to), lamports });
}

export function closeAccount(
  closed: string,
  destination: string,
  by = wallet,
): TransactionInstruction {
  return call(tokenProgram, [writable(closed), writable(destination), signing(by)], [9]);
}

export const budget = (units: number, microLamports: bigint): TransactionInstruction[] => [
  ComputeBudgetProgram.setComputeUnitLimit({ units }),
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports }),
];

/**
 * 1,000 USDC for SOL: the wrapped coins that the listed program pays are turned into native ones.
 */
export function swapInstructions(minimum = minOut): TransactionInstruction[] {
  const paid = account(wallet, nativeMint);
  return [
    openAccount(wallet, nativeMint),
    call(
      dex,
      [
        signing(wallet),
        writable(account(wallet, usdc)),
        writable(paid),
        writable(pool),
        readonly(tokenProgram),
      ],
      [1, ...u64(minimum)],
    ),
    closeAccount(paid, wallet),
  ];
}

export interface Change {
  instructions?: TransactionInstruction[];
  computeBudget?: TransactionInstruction[];
  payer?: string;
  cosigner?: Keypair;
  legacy?: boolean;
  /** The cosigner has not signed. */
  unsigned?: boolean;
  /** Of the bytes, where they are to differ from the order's. */
  signedInstructions?: TransactionInstruction[];
  bytes?: (bytes: Uint8Array) => Uint8Array;
  job?: Partial<Job>;
  order?: Partial<Order>;
  simulation?: Partial<SimulatedChanges>;
  solana?: Partial<SolanaSimulation>;
  request?: Partial<GuardRequest>;
  fee?: { computeUnitLimit: bigint; computeUnitPrice: bigint };
}

/**
 * A version 0 transaction with a lookup table, all in order: every change of a test is the one
 * thing wrong with it.
 */
export function aSolanaRequest(change: Change = {}): GuardRequest {
  const job = aJob({
    wallet: { ...aJob().wallet, address: wallet },
    from: { family: 'solana', chain: 'SOLANA', token: usdc, decimals: 6, symbol: 'USDC' },
    to: { family: 'solana', chain: 'SOLANA', token: solanaNativeToken, decimals: 9, symbol: 'SOL' },
    amount,
    receiver: wallet,
    refundAddress: wallet,
    bound: { kind: 'min_out', minOut },
    ...change.job,
  });
  const instructions = change.instructions ?? swapInstructions();
  const given = compile(change, instructions, '11111111111111111111111111111112');
  const isCosigned = given.message.header.numRequiredSignatures > 1;
  const signed =
    isCosigned && !change.signedInstructions
      ? given
      : compile(
          change,
          change.signedInstructions ?? instructions,
          '11111111111111111111111111111113',
        );
  const unsigned = withoutFirst(signed);
  const order = anOrder({
    provider: 'RAYDIUM',
    minOut,
    quotedMinOut: minOut,
    expectedOut: brought,
    transaction: { family: 'solana', data: Buffer.from(given.serialize()).toString('base64') },
    echo: {
      srcTokenBlockchain: job.from.chain,
      srcTokenAddress: job.from.token,
      srcTokenAmount: job.from.decimals === 9 ? '1' : '1000',
      dstTokenBlockchain: job.to.chain,
      dstTokenAddress: job.to.token,
      fromAddress: job.wallet.address,
      receiver: job.receiver,
    },
    ...change.order,
  });
  delete order.spender;
  return {
    intent: { kind: 'swap', order },
    chain,
    job,
    lease: { account: wallet, terms: { kind: 'expiry' } },
    unsigned: {
      family: 'solana',
      chain: 'SOLANA',
      account: wallet,
      bytes: `0x${Buffer.from((change.bytes ?? ((same) => same))(unsigned)).toString('hex')}`,
      fee: {
        family: 'solana',
        signatureFee: 5_000n * BigInt(signed.message.header.numRequiredSignatures),
        computeUnitLimit: 300_000n,
        computeUnitPrice: 50_000n,
        ...change.fee,
      },
      expires: 300n,
    },
    simulation: {
      block: 1n,
      balanceChanges: [
        { account: wallet, token: usdc, delta: -amount },
        { account: wallet, token: solanaNativeToken, delta: brought },
      ],
      allowanceChanges: [],
      authorityChanges: [],
      inspected: new Map(
        [wallet, receiver].map((one) => [one, { hasCode: false, isToken: false }]),
      ),
      solana: {
        lookupTables: new Map([[table, { addresses: tableEntries(), ...frozen }]]),
        innerCalls: [
          {
            program: tokenProgram,
            accounts: [pool, wallet],
            call: { data: Uint8Array.of(12, 0, 0, 0) },
          },
          { program: tokenProgram, accounts: [pool], call: { name: 'transferChecked' } },
        ],
        mints: new Map([[usdc, { extensions: [], transferFeeBps: 0 }]]),
        ...change.solana,
      },
      ...change.simulation,
    },
    policy: defaultPolicy,
    authenticity: { kind: 'sealed', by: 'library' },
    feeSpent: 0n,
    ...change.request,
  };
}

/** Some of the accounts that the transaction names; the rest stand in its message. */
function tableEntries(): string[] {
  return [receiver, pool, account(wallet, usdc), nativeMint, usdc];
}

function compile(
  { payer = wallet, cosigner, unsigned, legacy, computeBudget = budget(300_000, 50_000n) }: Change,
  instructions: TransactionInstruction[],
  recentBlockhash: string,
): VersionedTransaction {
  const message = new TransactionMessage({
    payerKey: key(payer),
    recentBlockhash,
    instructions: [...computeBudget, ...instructions],
  });
  const lookupTable = new AddressLookupTableAccount({
    key: key(table),
    state: {
      addresses: tableEntries().map(key),
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  });
  const compiled = legacy
    ? message.compileToLegacyMessage()
    : message.compileToV0Message([lookupTable]);
  const transaction = new VersionedTransaction(compiled);
  if (cosigner && !unsigned) transaction.sign([cosigner]);
  return transaction;
}

function withoutFirst(transaction: VersionedTransaction): Uint8Array {
  const bytes = Uint8Array.from(transaction.serialize());
  return bytes.fill(0, 1, 65);
}
