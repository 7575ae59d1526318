import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { ofFamily } from '../../../../src/core/swap/of-family.ts';
import { encodeBase58 } from '../../../../src/families/shared/formats/base58.ts';
import { feeOf, withFee } from '../../../../src/families/solana/adapter/compute-budget.ts';
import {
  encodeHex,
  isCosigned,
  readRouterTransaction,
  signatureLength,
} from '../../../../src/families/solana/adapter/wire-transaction.ts';
import { solanaNativeToken } from '../../../../src/families/solana/formats/chain.ts';
import { nativeMint } from '../../../../src/families/solana/guard/address.ts';
import { maker } from '../../../families/solana/guard/changes.ts';
import {
  account,
  budget,
  call,
  closeAccount,
  dex,
  frozen,
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
} from '../../../families/solana/guard/scenario.ts';
import type { Assembled, Assembly, Base, Setting } from './base.ts';
import { type Terms, tokens, units, wireJob } from './fixtures.ts';
import { withStated } from './simulated.ts';
import { CannotBuild, requireKnown } from './vector.ts';

const table = 'BWTcsSBQjJNasnTi9ME4E92XyCsf7Z8KiPajNSnXDDbv';
/** At which the simulation is. */
const slot = 1_000_000n;
const [routerHash, ownHash] = [
  '11111111111111111111111111111112',
  '11111111111111111111111111111113',
];

interface Appended {
  program: string;
  ix: number;
  [member: string]: unknown;
}

const rebuildMembers = [
  'append',
  'prepend',
  'blockhash',
  'dstTokenAccount',
  'computeUnitPrice',
  'computeUnitLimit',
  'feePayer',
  'cpiProgram',
  'ixProgram',
  'addSigner',
  'makerSignature',
  'tipLamports',
  'alt',
  'minimumAmountOut',
  'mint',
];

const authorityTypes: Record<string, number> = {
  MintTokens: 0,
  FreezeAccount: 1,
  AccountOwner: 2,
  CloseAccount: 3,
};

const programs: Readonly<Record<string, string>> = {
  System: SystemProgram.programId.toBase58(),
  Token: tokenProgram,
  Token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  BPFLoaderUpgradeable: 'BPFLoaderUpgradeab1e11111111111111111111111',
  Stake: 'Stake11111111111111111111111111111111111111',
  ComputeBudget: ComputeBudgetProgram.programId.toBase58(),
};

function instructionOf(one: Appended): TransactionInstruction {
  const { program, ix } = one;
  if (program === 'System') return systemInstruction(one);
  if (program === 'Token' || program === 'Token2022') return tokenInstruction(one);
  const id = programs[program] ?? program;
  const named = Object.values(one).filter((value): value is string => isAddress(value));
  return call(id, [writable(wallet), signing(wallet), ...named.map(readonly)], [ix, 0, 0, 0]);
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value);
}

function systemInstruction(one: Appended): TransactionInstruction {
  switch (one.ix) {
    case 1:
      return SystemProgram.assign({ accountPubkey: key(wallet), programId: key(`${one.owner}`) });
    case 2:
      return sendSol(wallet, `${one.to}`, BigInt(`${one.lamports}`));
    case 4:
      // Whoever has the authority has to sign; here the wallet does, which makes the bytes complete.
      return SystemProgram.nonceAdvance({ noncePubkey: key(pool), authorizedPubkey: key(wallet) });
    case 8:
      return SystemProgram.allocate({ accountPubkey: key(wallet), space: Number(one.space ?? 8) });
    default:
      return call(
        SystemProgram.programId.toBase58(),
        [{ ...signing(wallet), isWritable: true }, writable(pool)],
        [one.ix, 0, 0, 0, ...u64(1n)],
      );
  }
}

function tokenInstruction(one: Appended): TransactionInstruction {
  const { ix } = one;
  const id = programs[one.program]!;
  const held = writable(account(wallet, usdc));
  const by = signing(wallet);
  const amount = (): number[] => u64(BigInt(`${one.amount ?? '18446744073709551615'}`));
  switch (ix) {
    case 4:
      return call(id, [held, readonly(`${one.delegate}`), by], [4, ...amount()]);
    case 6: {
      const type = authorityTypes[`${one.type}`] ?? Number(one.type);
      return call(id, [held, by], [6, type, 1, ...key(`${one.new}`).toBytes()]);
    }
    case 3:
      return call(id, [held, writable(`${one.destination}`), by], [3, ...amount()]);
    case 8:
      return call(id, [held, writable(usdc), by], [8, ...amount()]);
    case 13:
      return call(
        id,
        [held, readonly(usdc), readonly(`${one.delegate}`), by],
        [13, ...amount(), 6],
      );
    default: {
      const others = Object.values(one).filter((value): value is string => isAddress(value));
      return call(id, [held, ...others.map(writable), by], [ix]);
    }
  }
}

const swapTerms: Terms = {
  from: tokens.solUsdc,
  to: tokens.sol,
  provider: 'UNISWAP_V2',
  swapType: 'on-chain',
  expected: '6.25',
  min: '6.21875',
};
const nativeTerms: Terms = {
  ...swapTerms,
  from: tokens.sol,
  to: tokens.solUsdc,
  expected: '160',
  min: '159.2',
};

/** 1 SOL, wrapped in a temporary account, for USDC. */
function nativeInstructions(minimum: bigint): TransactionInstruction[] {
  const wrapped = account(wallet, nativeMint);
  return [
    openAccount(wallet, nativeMint),
    sendSol(wallet, wrapped, 1_000_000_000n),
    call(tokenProgram, [writable(wrapped)], [17]),
    call(
      dex,
      [
        signing(wallet),
        writable(wrapped),
        writable(account(wallet, usdc)),
        writable(pool),
        readonly(tokenProgram),
      ],
      [1, ...u64(minimum)],
    ),
    closeAccount(wrapped, wallet),
  ];
}

/** A lookup table as a vector has it: who may extend it, and when that was done last. */
interface LookupChange {
  authority?: string | null;
  isActive?: boolean;
  deactivationSlot?: number;
  lastExtendedSlot?: number;
}

function lookupOf(change: LookupChange = {}) {
  const { authority, isActive, deactivationSlot, lastExtendedSlot } = change;
  return {
    // Whoever may extend it may have done so just now.
    ...(authority === undefined || authority === null ? {} : { canGrow: true, lastExtended: slot }),
    ...(isActive === undefined && deactivationSlot === undefined
      ? {}
      : { isActive: isActive ?? false }),
    ...(lastExtendedSlot === undefined ? {} : { lastExtended: BigInt(lastExtendedSlot) }),
  };
}

/** Token-2022's `ExtensionType`. */
const extensionTypes: Readonly<Record<string, number>> = {
  TransferFeeConfig: 1,
  ConfidentialTransferMint: 4,
  DefaultAccountState: 6,
  NonTransferable: 9,
  PermanentDelegate: 12,
  TransferHook: 14,
  Pausable: 26,
};

/** The mint of the source token, as a vector has it. */
function mintOf({ env, mutation: { rebuild = {} } }: Setting) {
  const mint = (env.mint ?? rebuild.mint ?? {}) as {
    extensions?: (string | number)[];
    transferFeeBps?: number;
  };
  const extensions = (mint.extensions ?? []).map((one) => {
    const type = typeof one === 'number' ? one : extensionTypes[one];
    if (type === undefined) throw new CannotBuild(`the extension ${one} is not known`);
    return type;
  });
  return { extensions, transferFeeBps: mint.transferFeeBps ?? 0 };
}

interface Built {
  given: VersionedTransaction;
  tip: bigint;
  innerPrograms: string[];
}

const lists = <T>(value: T | T[] | undefined): T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

function build({ mutation }: Setting): Built {
  const { base, rebuild = {} } = mutation;
  requireKnown('rebuild', rebuild, rebuildMembers);
  const isNative = base === 'B-SOL-NATIVE';
  const terms = isNative ? nativeTerms : swapTerms;
  const minimum =
    rebuild.minimumAmountOut === undefined
      ? units(terms.min, terms.to.decimals)
      : BigInt(`${rebuild.minimumAmountOut}`);
  const owner = /^ATA\((\w+),/.exec(`${rebuild.dstTokenAccount ?? ''}`)?.[1];
  const tip = BigInt(`${rebuild.tipLamports ?? 0}`);
  const limit = Number(rebuild.computeUnitLimit ?? 300_000);
  const price = BigInt(`${rebuild.computeUnitPrice ?? 50_000}`);
  const cosigns = rebuild.addSigner !== undefined;
  const swap = isNative ? nativeInstructions(minimum) : swapInstructions(minimum);
  const [nonce, others] = [
    lists(rebuild.prepend as Appended | Appended[] | undefined),
    lists(rebuild.append as Appended | Appended[] | undefined),
  ];
  const instructions = [
    ...nonce.map(instructionOf),
    ...budget(limit, price),
    ...(owner ? [openAccount(owner, nativeMint)] : []),
    ...swap,
    ...others.map(instructionOf),
    ...(rebuild.ixProgram ? [call(`${rebuild.ixProgram}`, [signing(wallet)], [1])] : []),
    ...(tip > 0n ? [sendSol(wallet, tipped, tip)] : []),
    ...(cosigns ? [sendSol(maker.publicKey.toBase58(), wallet, 0n)] : []),
  ];
  const message = new TransactionMessage({
    payerKey: key(`${rebuild.feePayer ?? wallet}`),
    recentBlockhash: routerHash,
    instructions,
  });
  const given = new VersionedTransaction(message.compileToV0Message([tableAccount()]));
  if (cosigns && rebuild.makerSignature === 'valid') given.sign([maker]);
  return { given, tip, innerPrograms: lists(rebuild.cpiProgram as string | string[] | undefined) };
}

function tableEntries(): string[] {
  return [pool, account(wallet, usdc), nativeMint, usdc];
}

function tableAccount(): AddressLookupTableAccount {
  return new AddressLookupTableAccount({
    key: key(table),
    state: {
      addresses: tableEntries().map(key),
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  });
}

function solanaBase(terms: Terms, amount: string): Base {
  return {
    flow: 'wallet',
    kind: 'swap',
    terms,
    job: ({ fixtures: { addresses } }) =>
      wireJob(terms.from, terms.to, {
        amount,
        sender: addresses.treasury.sol,
        receiver: addresses.treasury.sol,
      }),
    transaction: (setting) => ({ data: base64(build(setting).given.serialize()) }),
    word: (text, setting, path) =>
      path.endsWith('/data') ? brokenData(text, build(setting).given.serialize()) : undefined,
    assemble: assembleSolana,
  };
}

export const solanaBases: Readonly<Record<string, Base>> = {
  'B-SOL': solanaBase(swapTerms, '1000'),
  'B-SOL-NATIVE': solanaBase(nativeTerms, '1'),
};

/** Encodings that are none, by what a vector calls them. */
function brokenData(text: string, data: Uint8Array): string | undefined {
  if (/trailing/.test(text)) return base64([...data, 0]);
  if (/shortvec/.test(text)) return base64([0x81, 0, ...data.subarray(1)]);
  if (/v1|version/.test(text)) return base64(Uint8Array.from(data).fill(0x81, 65, 66));
  const size = /(\d+) bytes/.exec(text)?.[1];
  if (size !== undefined)
    return base64([...data, ...new Uint8Array(Math.max(0, Number(size) - data.length))]);
  if (/base58|ambiguous/.test(text)) return encodeBase58(data);
  return undefined;
}

function base64(bytes: ArrayLike<number>): string {
  return Buffer.from(Array.from(bytes)).toString('base64');
}

function assembleSolana(assembly: Assembly): Assembled {
  const { job, order, mutation } = assembly;
  const { innerPrograms, tip } = build(assembly);
  const given = readRouterTransaction(ofFamily(assembly.transaction, 'solana'));
  const fixed = isCosigned(given.message);
  const fee = feeOf(given.message);
  const message = fixed ? given.message : { ...withFee(given.message, fee), blockhash: ownHash };
  const bytes = encodeHex({
    message,
    signatures: [new Uint8Array(signatureLength), ...given.signatures.slice(1)],
  });
  const { alt } = (mutation.rebuild ?? {}) as { alt?: LookupChange };
  const isNative = job.from.token === solanaNativeToken;
  return {
    unsigned: {
      family: 'solana',
      chain: 'SOLANA',
      account: wallet,
      bytes,
      fee: feeOf(message),
      expires: 300n,
    },
    simulation: withStated(
      assembly,
      {
        block: slot,
        balanceChanges: [
          {
            account: wallet,
            token: job.from.token,
            delta: isNative ? -job.amount : -job.amount,
          },
          {
            account: wallet,
            token: job.to.token,
            delta: isNative ? order.expectedOut : order.expectedOut - tip,
          },
        ],
        allowanceChanges: [],
        authorityChanges: [],
        inspected: new Map([[wallet, { hasCode: false, isToken: false }]]),
        solana: {
          lookupTables: new Map([
            [table, { addresses: tableEntries(), ...frozen, ...lookupOf(alt) }],
          ]),
          innerCalls: [
            {
              program: tokenProgram,
              accounts: [pool, wallet],
              call: { data: Uint8Array.of(12, 0, 0, 0) },
            },
            ...innerPrograms.map((program) => ({
              program,
              accounts: [],
              call: { data: Uint8Array.of(0) },
            })),
          ],
          mints: new Map([[usdc, mintOf(assembly)]]),
        },
      },
      (role) => assembly.fixtures.addresses[role]?.sol ?? role,
    ),
    lease: { account: wallet, terms: { kind: 'expiry' } },
  };
}
