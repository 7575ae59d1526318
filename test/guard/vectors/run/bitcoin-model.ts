import {
  bitcoinScriptOf,
  parseBitcoinAddress,
} from '../../../../src/families/bitcoin/formats/address.ts';
import { memoScript } from '../../../../src/families/bitcoin/formats/memo.ts';
import { hash160 } from '../../../../src/families/bitcoin/formats/own-scripts.ts';
import type { BitcoinOutput } from '../../../../src/families/bitcoin/formats/read-transaction.ts';
import {
  type Entry,
  payingOut,
  psbtOf,
  scripts,
  uint32,
  walletPublicKey,
  witnessUtxo,
} from '../../../families/bitcoin/adapter/build-psbt.ts';
import { CannotBuild } from './vector.ts';

/** A coin with the transaction that it comes from. */
export interface Coin extends BitcoinOutput {
  txid: string;
  vout: number;
  raw: Uint8Array;
  /** Another lease holds it, and it carries an inscription. */
  reserved?: boolean;
}

interface Input {
  coin: Coin;
  sequence: number;
  /** What the PSBT says of the coin. */
  claim: BitcoinOutput;
  entries: Entry[];
  withoutClaim?: boolean;
}

interface Output extends BitcoinOutput {
  entries: Entry[];
}

/** A PSBT that a vector edits by paths. */
export interface Model {
  version: number;
  locktime: number;
  inputs: Input[];
  outputs: Output[];
  global: Entry[];
}

const minted = (script: Uint8Array, value: bigint, seed: number): Coin => {
  const { raw, txid } = payingOut([{ value, script }], seed);
  return { value, script, txid, vout: 0, raw };
};

export const ownCoins = (first: Uint8Array = scripts.wallet): Coin[] => [
  minted(first, 6_000_000n, 1),
  minted(scripts.wallet, 5_000_000n, 2),
];

export function modelOf(coins: Coin[], outputs: BitcoinOutput[]): Model {
  return {
    version: 2,
    locktime: 0,
    inputs: coins.map(inputOf),
    outputs: outputs.map((one) => ({ ...one, entries: [] })),
    global: [],
  };
}

const inputOf = (coin: Coin): Input => ({
  coin,
  sequence: 0xffff_fffd,
  claim: { value: coin.value, script: coin.script },
  entries: [],
});

/** The operations of `rebuild`, in their order. */
export function rebuildModel(model: Model, rebuild: Readonly<Record<string, unknown>>): Model {
  for (const [path, value] of Object.entries(rebuild)) edit(model, path, value);
  return model;
}

function edit(model: Model, path: string, value: unknown): void {
  const [where = '', index = '', ...rest] = path.split('.');
  if (where === 'inputs' && index === 'total') setTotal(model, number(value));
  else if (where === 'inputs' && rest.length > 0) editInput(at(model.inputs, index), rest, value);
  else if (where === 'outputs' && rest.length > 0)
    editOutput(at(model.outputs, index), rest, value);
  else if (where === 'global' && index !== '') model.global.push(globalEntry(index));
  else editWhole(model, path, value);
}

function editWhole(model: Model, path: string, value: unknown): void {
  switch (path) {
    case 'version':
      model.version = Number(value);
      return;
    case 'locktime':
      model.locktime = Number(value);
      return;
    case 'duplicateInput':
      model.inputs.push({ ...at(model.inputs, String(value)) });
      return;
    case 'removeInput':
      model.inputs.splice(Number(value), 1);
      return;
    case 'removeOutput':
      model.outputs.splice(Number(value), 1);
      return;
    case 'addInput':
      model.inputs.push(inputOf(coinOf(value)));
      return;
    case 'addOutput':
      model.outputs.push(outputOf(value, model));
      return;
    case 'outputOrder':
      model.outputs = (value as number[]).map((place) => at(model.outputs, `${place}`));
      return;
    case 'inputOrder':
      model.inputs = (value as number[]).map((place) => at(model.inputs, `${place}`));
      return;
    default:
      throw new CannotBuild(`rebuild.${path} is not known`);
  }
}

/** Entries of the global map, each in its form (BIP-174). */
function globalEntry(name: string): Entry {
  switch (name) {
    case 'xpub':
      return [[1, ...Buffer.alloc(78)], Buffer.alloc(4)];
    case 'version':
      return [[0xfb], uint32(0)];
    case 'proprietary':
      return [[0xfc, 1, 2], Buffer.alloc(3)];
    case 'unknown':
      return [[0x77], Buffer.of(1)];
    default:
      throw new CannotBuild(`rebuild.global.${name} is not known`);
  }
}

function editInput(input: Input, path: string[], value: unknown): void {
  const text = String(value);
  switch (path.join('.')) {
    case 'nonWitnessUtxo':
      input.entries.push([
        [0],
        /other|wrong|forged/i.test(text) ? payingOut([input.coin], 9).raw : input.coin.raw,
      ]);
      // A vector that wants both names the other one too.
      return;
    case 'witnessUtxo.value':
      input.claim = { ...input.claim, value: number(value) };
      return;
    case 'witnessUtxo.script':
      input.claim = { ...input.claim, script: scriptOf(text) };
      return;
    case 'witnessUtxo':
      if (value === null) input.withoutClaim = true;
      else input.claim = { ...input.claim, ...(value as object) };
      return;
    case 'value':
      input.coin = { ...minted(input.coin.script, number(value), 6), vout: 0 };
      input.claim = { value: input.coin.value, script: input.coin.script };
      return;
    case 'script':
      input.coin = minted(scriptOf(text), input.coin.value, 8);
      input.claim = { value: input.coin.value, script: input.coin.script };
      return;
    case 'sighashType':
      input.entries.push([[3], uint32(Number(value))]);
      return;
    case 'sequence':
      input.sequence = Number(value);
      return;
    case 'partialSig':
      input.entries.push([[2, ...Buffer.alloc(33, 2)], Buffer.alloc(71, 0x30)]);
      return;
    case 'redeemScript':
      input.entries.push([[4], Buffer.from([0x51])]);
      return;
    case 'witnessScript':
      input.entries.push([[5], Buffer.from([0x51])]);
      return;
    case 'bip32Derivation':
      input.entries.push([[6, ...publicKeyOf(text)], Buffer.alloc(24)]);
      return;
    case 'finalScriptSig':
      input.entries.push([[7], Buffer.from([0x51])]);
      return;
    case 'finalScriptWitness':
      input.entries.push([[8], Buffer.from([1, 1, 0x51])]);
      return;
    case 'tapKeySig':
      input.entries.push([[19], Buffer.alloc(64, 5)]);
      return;
    case 'tapScriptSig':
      input.entries.push([[20, ...Buffer.alloc(64)], Buffer.alloc(64, 5)]);
      return;
    case 'tapLeafScript':
      input.entries.push([[21, ...Buffer.alloc(33, 0xc0)], Buffer.alloc(35, 0xac)]);
      return;
    case 'tapInternalKey':
      input.entries.push([[23], keyOf(text)]);
      return;
    case 'tapBip32Derivation':
      input.entries.push([[22, ...keyOf(text)], Buffer.alloc(25)]);
      return;
    case 'tapMerkleRoot':
      input.entries.push([[24], Buffer.alloc(32, 7)]);
      return;
    default:
      throw new CannotBuild(`rebuild.inputs.N.${path.join('.')} is not known`);
  }
}

function editOutput(output: Output, path: string[], value: unknown): void {
  switch (path.join('.')) {
    case 'script':
    case 'address':
      output.script = scriptOf(String(value));
      return;
    case 'value':
      output.value = number(value);
      return;
    case 'opReturn':
      // OP_RETURN alone, where nothing follows.
      output.script = value === '' ? Uint8Array.of(0x6a) : memoScript(Buffer.from(String(value)));
      return;
    case 'bip32Derivation':
      output.entries.push([[2, ...Buffer.alloc(33, 3)], Buffer.alloc(24)]);
      return;
    case 'tapInternalKey':
      output.entries.push([[5], keyOf(String(value))]);
      return;
    case 'tapBip32Derivation':
      output.entries.push([[7, ...keyOf(String(value))], Buffer.alloc(25)]);
      return;
    case 'path':
      // Another path is another key, so another script.
      output.script = bitcoinScriptOf('p2wpkh', Buffer.alloc(20, 0x77));
      return;
    default:
      throw new CannotBuild(`rebuild.outputs.N.${path.join('.')} is not known`);
  }
}

/** The sum of the coins as they are, which the last one makes up. */
function setTotal(model: Model, total: bigint): void {
  const last = model.inputs.at(-1);
  if (!last) throw new CannotBuild('there is no input');
  const others = model.inputs.slice(0, -1).reduce((sum, { coin }) => sum + coin.value, 0n);
  editInput(last, ['value'], total - others);
}

/** The scripts of the wallet's key, and those of a stranger, by what a vector calls their kind. */
const kinds: readonly [RegExp, { own: Uint8Array; foreign: Uint8Array }][] = [
  [/p2tr|taproot/i, { own: scripts.walletTaproot, foreign: scripts.strangerTaproot }],
  [/p2sh|nested/i, { own: nestedOf(scripts.wallet), foreign: nestedOf(scripts.stranger) }],
  [/p2pkh|legacy/i, { own: legacyOf(scripts.wallet), foreign: legacyOf(scripts.stranger) }],
  [/(?:)/, { own: scripts.wallet, foreign: scripts.stranger }],
];
const foreignWord = /foreign|attacker|stranger|other/i;
const reservedWord = /reserved|inscri|rune|locked/i;

/** P2SH-P2WPKH (BIP-49) of the same key. */
function nestedOf(script: Uint8Array): Uint8Array {
  return bitcoinScriptOf('p2sh', hash160(script));
}

function legacyOf(script: Uint8Array): Uint8Array {
  return bitcoinScriptOf('p2pkh', script.slice(2));
}

function namedScript(text: string): { script: Uint8Array; seed: number } {
  const isForeign = foreignWord.test(text);
  const place = kinds.findIndex(([word]) => word.test(text));
  const [, { own, foreign }] = kinds[place]!;
  return { script: isForeign ? foreign : own, seed: 20 + place + (isForeign ? 10 : 0) };
}

function coinOf(word: unknown): Coin {
  const text = JSON.stringify(word);
  const { script, seed } = namedScript(text);
  if (reservedWord.test(text)) return { ...minted(script, 700_000n, seed + 20), reserved: true };
  if (foreignWord.test(text)) return minted(script, 3_000_000n, seed);
  if (/own|our/i.test(text)) return minted(script, 800_000n, seed);
  throw new CannotBuild(`the input ${text} is not known`);
}

/** Of a foreign input's change, or with the value and the script that it states. */
function outputOf(word: unknown, model: Model): Output {
  if (typeof word === 'object' && word !== null) {
    const { value, script, opReturn } = word as Record<string, unknown>;
    return {
      value: number(value ?? 0),
      script:
        opReturn === undefined
          ? scriptOf(String(script))
          : memoScript(Buffer.from(String(opReturn))),
      entries: [],
    };
  }
  const spent = model.inputs.reduce((sum, { coin }) => sum + coin.value, 0n);
  const paid = model.outputs.reduce((sum, { value }) => sum + value, 0n);
  const left = spent - paid - 10_000n;
  return { value: left > 0n ? left : 1_000n, script: scriptOf(String(word)), entries: [] };
}

function scriptOf(text: string): Uint8Array {
  if (/^(bc1|[13])/.test(text)) {
    const parsed = parseBitcoinAddress(text, 'mainnet');
    if (parsed.ok) return parsed.script;
  }
  if (/^(0x)?[0-9a-f]{20,}$/i.test(text)) return Buffer.from(text.replace(/^0x/, ''), 'hex');
  if (/vault/i.test(text)) return scripts.vault;
  if (foreignWord.test(text) || /own|our|change|wallet/i.test(text))
    return namedScript(text).script;
  throw new CannotBuild(`the script ${text} is not known`);
}

/** A compressed key, 33 bytes. */
function publicKeyOf(text: string): Uint8Array {
  return foreignWord.test(text) ? Uint8Array.of(2, ...keyOf(text)) : walletPublicKey;
}

/** An internal key, 32 bytes. */
function keyOf(text: string): Uint8Array {
  return foreignWord.test(text) ? scripts.strangerTaproot.slice(2) : walletPublicKey.slice(1);
}

function number(value: unknown): bigint {
  return BigInt(String(value));
}

function at<T>(list: readonly T[], index: string): T {
  const found = list[Number(index)];
  if (!found) throw new CannotBuild(`there is no place ${index}`);
  return found;
}

function transactionOf({ version, locktime, inputs, outputs }: Model) {
  return {
    version,
    locktime,
    inputs: inputs.map(({ coin: { txid, vout }, sequence }) => ({ txid, vout, sequence })),
    outputs: outputs.map(({ value, script }) => ({ value, script })),
  };
}

export function encodeModel(model: Model): Buffer {
  return psbtOf(transactionOf(model), {
    global: model.global,
    inputs: model.inputs.map(({ claim, entries, withoutClaim }) => [
      ...(withoutClaim ? [] : [witnessUtxo(claim)]),
      ...entries,
    ]),
    outputs: model.outputs.map(({ entries }) => entries),
  });
}

/** PSBTs that are none, by what a vector calls them. */
export function brokenPsbt(text: string, model: Model): Buffer | undefined {
  const whole = encodeModel(model);
  if (/magic/i.test(text)) return Buffer.concat([Buffer.from('qsbt'), whole.subarray(4)]);
  if (/dup/i.test(text)) {
    const version: Entry = [[0xfb], uint32(0)];
    return encodeModel({ ...model, global: [version, version] });
  }
  if (/script ?sig/i.test(text)) {
    // The first input's script is empty: one byte, behind its outpoint.
    const txid = Buffer.from(model.inputs[0]!.coin.txid, 'hex').reverse();
    const place = whole.indexOf(txid) + 36;
    return Buffer.concat([whole.subarray(0, place), Buffer.of(1, 0x51), whole.subarray(place + 1)]);
  }
  if (/truncated/i.test(text)) return whole.subarray(0, whole.length - 20);
  // BIP-370: a version of 2, which has no transaction in it.
  if (/v(?:ersion )?2/i.test(text)) return encodeModel({ ...model, global: [[[0xfb], uint32(2)]] });
  if (/no (?:unsigned )?(?:tx|transaction)/i.test(text))
    return Buffer.concat([Buffer.from('psbt\xff', 'latin1'), Buffer.of(0)]);
  if (/trailing/i.test(text)) return Buffer.concat([whole, Buffer.of(0)]);
  const size = /(\d+) ?(MB|KB|KiB|MiB)/i.exec(text);
  if (size) {
    const bytes = Number(size[1]) * (/m/i.test(size[2]!) ? 1_000_000 : 1_000);
    return encodeModel({ ...model, global: [[[0xfc, 1], Buffer.alloc(bytes)]] });
  }
  return undefined;
}
