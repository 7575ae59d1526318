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
import { simulationFailure } from '../../../../src/families/solana/adapter/map-error.ts';
import {
  encodeHex,
  isCosigned,
  readRouterTransaction,
  signatureLength,
  type WireMessage,
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
import { told } from './env.ts';
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
  BPFLoader: 'BPFLoader2111111111111111111111111111111111',
  Stake: 'Stake11111111111111111111111111111111111111',
  Vote: 'Vote111111111111111111111111111111111111111',
  ComputeBudget: ComputeBudgetProgram.programId.toBase58(),
};

function instructionOf(one: Appended): TransactionInstruction {
  const { program, ix } = one;
  if (program === 'System') return systemInstruction(one);
  if (program === 'Token' || program === 'Token2022') return tokenInstruction(one);
  const id = programs[program] ?? program;
  if (!isAddress(id)) throw new CannotBuild(`the program ${program} is not known`);
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
  /** Or `now`. */
  lastExtended?: number | string;
  slotsSinceExtension?: number;
  /** False: the endpoint has no such table. */
  resolved?: boolean;
  missing?: boolean;
  /** Another program than that of lookup tables: it is none. */
  owner?: string;
  /** What the endpoint shows in the place of the router's entries, or how many of them. */
  addresses?: string[];
  entries?: number;
}

const lookupMembers = [
  ...['authority', 'isActive', 'deactivationSlot', 'lastExtendedSlot', 'slotsSinceExtension'],
  ...['resolved', 'missing', 'owner', 'lastExtended', 'addresses', 'entries'],
];

/** Nested, or as paths such as `alt.authority`. */
function lookupChange({ env, mutation: { rebuild = {} } }: Setting): LookupChange {
  const paths = Object.entries(rebuild).filter(([name]) => name.startsWith('alt.'));
  const change = {
    ...(rebuild.alt as object | undefined),
    ...(told(env, 'lookupTable') as object | undefined),
    ...Object.fromEntries(paths.map(([name, value]) => [name.slice('alt.'.length), value])),
  };
  requireKnown('rebuild.alt', change, lookupMembers);
  return change;
}

/** The tables that the endpoint shows. */
function lookupTables(setting: Setting) {
  const { authority, isActive, deactivationSlot, ...change } = lookupChange(setting);
  const { slotsSinceExtension, resolved, missing, owner } = change;
  const { lastExtendedSlot = change.lastExtended } = change;
  const isNone = resolved === false || missing === true || owner !== undefined;
  const lastExtended =
    lastExtendedSlot ??
    (slotsSinceExtension === undefined ? undefined : Number(slot) - slotsSinceExtension);
  const facts = {
    ...{ addresses: change.addresses ?? tableEntries().slice(0, change.entries), ...frozen },
    // Whoever may extend it may have done so just now.
    ...(authority === undefined || authority === null ? {} : { canGrow: true, lastExtended: slot }),
    ...(isActive === undefined && deactivationSlot === undefined
      ? {}
      : { isActive: isActive ?? false }),
    ...(lastExtended === undefined
      ? {}
      : { lastExtended: lastExtended === 'now' ? slot : BigInt(lastExtended) }),
  };
  return new Map(isNone ? [] : [[table, facts]]);
}

/** Token-2022's `ExtensionType`. */
const extensionTypes: Readonly<Record<string, number>> = {
  transferfeeconfig: 1,
  transferfee: 1,
  mintcloseauthority: 3,
  confidentialtransfermint: 4,
  confidentialtransfer: 4,
  defaultaccountstate: 6,
  immutableowner: 7,
  nontransferable: 9,
  interestbearingconfig: 10,
  interestbearing: 10,
  permanentdelegate: 12,
  transferhook: 14,
  confidentialtransferfeeconfig: 16,
  metadatapointer: 18,
  tokenmetadata: 19,
  grouppointer: 20,
  tokengroup: 21,
  scaleduiamount: 25,
  pausable: 26,
};
const extensionOf = (name: string): number | undefined =>
  extensionTypes[
    name
      .toLowerCase()
      .replace(/[^a-z]/g, '')
      .replace(/extension$/, '')
  ];

/** The mint of the source token, as a vector has it. */
function mintOf({ env, mutation: { rebuild = {} } }: Setting) {
  const given = told(env, 'mint') ?? rebuild.mint ?? {};
  const mint = (Array.isArray(given) ? { extensions: given } : given) as Record<string, unknown>;
  const { extensions = [], transferFeeBps, feeBps, program: _, owner: __, ...members } = mint;
  // A list, or an object with what each extension says.
  const listed = (Array.isArray(extensions) ? extensions : Object.keys(extensions as object)) as (
    | string
    | number
  )[];
  const named = Object.keys(members).filter((name) => members[name] !== null);
  const types = [...listed, ...named].map((one) => {
    const type = typeof one === 'number' ? one : extensionOf(one);
    if (type === undefined) throw new CannotBuild(`the extension ${one} is not known`);
    return type;
  });
  return { extensions: types, transferFeeBps: Number(transferFeeBps ?? feeBps ?? feeOfMint(mint)) };
}

/** Basis points that an extension names. */
function feeOfMint(mint: Record<string, unknown>): number {
  const found = /"(?:transferFeeBasisPoints|basisPoints|bps|feeBps|transferFeeBps)":"?(\d+)/.exec(
    JSON.stringify(mint),
  );
  return Number(found?.[1] ?? 0);
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
  const parts = Object.fromEntries(
    Object.entries(rebuild).filter(([name]) => !name.startsWith('alt.')),
  );
  requireKnown('rebuild', parts, rebuildMembers);
  const isNative = base === 'B-SOL-NATIVE';
  const terms = isNative ? nativeTerms : swapTerms;
  const minimum =
    rebuild.minimumAmountOut === undefined
      ? units(terms.min, terms.to.decimals)
      : BigInt(`${rebuild.minimumAmountOut}`);
  const named = rebuild.dstTokenAccount === undefined ? '' : `${rebuild.dstTokenAccount}`;
  const owner = /^ATA\((\w+),/.exec(named)?.[1];
  if (named !== '' && !owner && !isAddress(named))
    throw new CannotBuild(`the token account ${named} is not known`);
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
    ...(named !== '' && !owner ? [openedAt(named)] : []),
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

/** Opens an account for the wallet at another address than the derived one. */
function openedAt(address: string): TransactionInstruction {
  const opening = openAccount(wallet, nativeMint);
  const [payer, opened, ...others] = opening.keys;
  opening.keys = [payer!, { ...opened!, pubkey: key(address) }, ...others];
  return opening;
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
  if (/truncated/.test(text)) return base64(data.subarray(0, data.length - 5));
  if (/hex/.test(text)) return Buffer.from(data).toString('hex');
  if (/v2/.test(text)) return base64(Uint8Array.from(data).fill(0x82, 65, 66));
  if (/v1|version/.test(text)) return base64(Uint8Array.from(data).fill(0x81, 65, 66));
  const size = /(\d+) bytes/.exec(text)?.[1];
  if (size !== undefined)
    return base64([...data, ...new Uint8Array(Math.max(0, Number(size) - data.length))]);
  if (/base58|ambiguous/.test(text)) return encodeBase58(data);
  return undefined;
}

/**
 * The endpoint does not know the blockhash when it simulates the bytes. Ferryman sets its own, but
 * for a transaction that others have signed.
 */
function requireBlockhash(
  { env, mutation: { rebuild = {} } }: Setting,
  isFixed: boolean,
  message: WireMessage,
): void {
  const state = told(env, 'blockhash');
  const isUnknown = state === false || /expired|invalid|unknown|notfound|old/i.test(`${state}`);
  if (state !== undefined && state !== true && !isUnknown && !/^valid/i.test(`${state}`))
    throw new CannotBuild(`the blockhash ${state} is not known`);
  const isOld = isFixed && /expired|invalid|unknown|old/i.test(`${rebuild.blockhash ?? ''}`);
  if (isUnknown || isOld) throw simulationFailure('BlockhashNotFound', [], message);
}

/** What something makes of the message after the guard has judged it. */
function changedMessage(env: Setting['env'], message: WireMessage): WireMessage {
  const changed = (told(env, 'mutated') ?? {}) as Record<string, unknown>;
  requireKnown('env.mutateBeforeSign', changed, ['to', 'feePayer', 'data', 'blockhash']);
  const { to, feePayer, data, blockhash } = changed;
  const last = message.instructions.length - 1;
  return {
    ...message,
    ...(blockhash === undefined ? {} : { blockhash: routerHash }),
    keys: message.keys.map((address, index) => {
      if (index === 0 && feePayer !== undefined) return `${feePayer}`;
      return index === message.keys.length - 1 && to !== undefined ? `${to}` : address;
    }),
    instructions: message.instructions.map((one, index) =>
      index === last && data !== undefined
        ? { ...one, data: Uint8Array.from(Buffer.from(`${data}`.replace(/^0x/, ''), 'hex')) }
        : one,
    ),
  };
}

function base64(bytes: ArrayLike<number>): string {
  return Buffer.from(Array.from(bytes)).toString('base64');
}

function assembleSolana(assembly: Assembly): Assembled {
  const { job, order, env } = assembly;
  const { innerPrograms, tip } = build(assembly);
  const given = readRouterTransaction(ofFamily(assembly.transaction, 'solana'));
  const fixed = isCosigned(given.message);
  const fee = feeOf(given.message);
  const made = fixed ? given.message : { ...withFee(given.message, fee), blockhash: ownHash };
  requireBlockhash(assembly, fixed, made);
  const message = changedMessage(env, made);
  const bytes = encodeHex({
    message,
    signatures: [new Uint8Array(signatureLength), ...given.signatures.slice(1)],
  });
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
          lookupTables: lookupTables(assembly),
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
