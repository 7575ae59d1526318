import { Buffer } from 'node:buffer';
import { isXOnlyPoint, verifySchnorr, xOnlyPointAddTweak } from '@bitcoinerlab/secp256k1';
import { crypto as hashes } from 'bitcoinjs-lib';
import { SandboxError } from '../sandbox-error.ts';
import type { SpentOutput } from './engine.ts';

/** The rules of blocks, or the stricter ones of relay. */
type ScriptRules = 'consensus' | 'policy';

/** Checks all script rules up to taproot (BIP 340 to 342). */
export interface ScriptVerifier {
  /**
   * @param transaction hex
   * @param spent the outputs of all inputs, in order, because a taproot signature covers all of
   *   them
   * @returns the interpreter's error, or undefined if the input is valid
   */
  verifyInput(
    transaction: string,
    spent: readonly Pick<SpentOutput, 'script' | 'value'>[],
    index: number,
    rules: ScriptRules,
  ): string | undefined;
}

/**
 * The script flags of Bitcoin Core's blocks and of its `STANDARD_SCRIPT_VERIFY_FLAGS`, under their
 * names. The engine checks CLEANSTACK, because the interpreter's check fails on data that it has
 * itself popped.
 */
const FLAGS: Readonly<Record<ScriptRules, readonly string[]>> = {
  consensus: [
    'P2SH',
    'DERSIG',
    'NULLDUMMY',
    'CHECKLOCKTIMEVERIFY',
    'CHECKSEQUENCEVERIFY',
    'WITNESS',
    'TAPROOT',
  ],
  policy: [
    'STRICTENC',
    'LOW_S',
    'MINIMALDATA',
    'DISCOURAGE_UPGRADABLE_NOPS',
    'DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM',
    'MINIMALIF',
    'NULLFAIL',
    'WITNESS_PUBKEYTYPE',
    'CONST_SCRIPTCODE',
    'DISCOURAGE_UPGRADABLE_TAPROOT_VERSION',
    'DISCOURAGE_OP_SUCCESS',
    'DISCOURAGE_UPGRADABLE_PUBKEYTYPE',
  ],
};

/**
 * Loads bitcore-lib, which takes a tenth of a second.
 * @throws {SandboxError} `engine-missing`
 */
export async function loadScriptVerifier(): Promise<ScriptVerifier> {
  const { Script, Transaction, crypto } = await loadBitcore();
  const { Interpreter } = Script;
  // bitcore-lib's own implementation refuses keys with a leading zero byte.
  crypto.Schnorr.verify = (key, message, signature) =>
    isXOnlyPoint(key) && verifySchnorr(message, key, signature.toBuffer().subarray(0, 64));
  Interpreter.verifyTaprootCommitment = (control, program, leafHash) => {
    const internalKey = control.subarray(1, 33);
    const merkleRoot = Interpreter.computeTaprootMerkleRoot(control, leafHash);
    const tweak = hashes.taggedHash('TapTweak', Buffer.concat([internalKey, merkleRoot]));
    const tweaked = isXOnlyPoint(internalKey) ? xOnlyPointAddTweak(internalKey, tweak) : null;
    if (tweaked === null || tweaked.parity !== (control.readUInt8() & 1)) return false;
    return Buffer.compare(tweaked.xOnlyPubkey, program) === 0;
  };
  const flagOf = (name: string): number => {
    const flag = Interpreter[`SCRIPT_VERIFY_${name}`];
    if (flag === undefined)
      throw new SandboxError('engine-failed', `bitcore-lib has no script rule ${name}.`);
    return flag;
  };
  const flagsOf = (names: readonly string[]) =>
    names.reduce((flags, name) => flags | flagOf(name), 0);
  const consensus = flagsOf(FLAGS.consensus);
  const flags: Readonly<Record<ScriptRules, number>> = {
    consensus,
    policy: consensus | flagsOf(FLAGS.policy),
  };

  const verifyInput: ScriptVerifier['verifyInput'] = (hex, spent, index, rules) => {
    const transaction = new Transaction(hex);
    const own = transaction.inputs[index];
    const output = spent[index];
    if (own === undefined || output === undefined || spent.length !== transaction.inputs.length)
      return 'NO_INPUT';
    const { script, witnesses } = own;
    transaction.associateInputs(
      transaction.inputs.map(({ prevTxId, outputIndex }, place) => {
        const { script: bytes = new Uint8Array(), value = 0n } = spent[place] ?? {};
        const scriptPubKey = Script.fromBuffer(Buffer.from(bytes));
        const satoshis = Number(value);
        const address = scriptPubKey.toAddress();
        return new Transaction.UnspentOutput({
          txid: prevTxId.toString('hex'),
          outputIndex,
          satoshis,
          address,
          scriptPubKey,
        });
      }),
    );
    // With the spent output, the library takes some inputs for unsigned ones and clears their
    // script.
    transaction.inputs[index]?.setScript(script);
    const interpreter = new Interpreter();
    const pays = Script.fromBuffer(Buffer.from(output.script));
    const isValid = interpreter.verify(
      script,
      pays,
      transaction,
      index,
      flags[rules],
      witnesses ?? [],
      Number(output.value),
    );
    return isValid ? undefined : interpreter.errstr || 'UNKNOWN';
  };

  return {
    verifyInput(...input) {
      try {
        return verifyInput(...input);
      } catch (error) {
        // The interpreter throws on some invalid input.
        return String(error);
      }
    },
  };
}

async function loadBitcore() {
  try {
    const { default: bitcore } = await import('bitcore-lib');
    return bitcore;
  } catch (cause) {
    throw new SandboxError(
      'engine-missing',
      'bitcore-lib cannot be loaded. Install the sandbox again.',
      {
        cause,
      },
    );
  }
}
