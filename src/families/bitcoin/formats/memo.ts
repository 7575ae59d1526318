/**
 * Maximum OP_RETURN data that nodes relay (Bitcoin Core before 30, policy.h, `MAX_OP_RETURN_RELAY`:
 * 83 bytes with the opcodes).
 */
export const maxMemoBytes = 80;

const opReturn = 0x6a;
const opPushData1 = 0x4c;
/** The longest push whose opcode is its length. */
const maxDirectPush = 75;

/** Whether an output's script is OP_RETURN: it carries data and cannot be spent. */
export function isDataScript(script: Uint8Array): boolean {
  return script[0] === opReturn;
}

/**
 * The script with only a memo. Throws `RangeError` if the memo is empty or longer than nodes relay.
 */
export function memoScript(memo: Uint8Array): Uint8Array {
  const { length } = memo;
  if (length === 0 || length > maxMemoBytes)
    throw new RangeError(`a memo has 1 to ${maxMemoBytes} bytes`);
  const push = length > maxDirectPush ? [opPushData1, length] : [length];
  return Uint8Array.from([opReturn, ...push, ...memo]);
}

/**
 * The memo in a script, which must be a single push in its shortest form. Runes and other protocols
 * use more opcodes.
 */
export function readMemoScript(script: Uint8Array): Uint8Array | undefined {
  if (!isDataScript(script)) return undefined;
  const memo = script.slice(script[1] === opPushData1 ? 3 : 2);
  if (memo.length === 0 || memo.length > maxMemoBytes) return undefined;
  return Buffer.compare(memoScript(memo), script) === 0 ? memo : undefined;
}
