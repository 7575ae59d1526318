/**
 * Bytes that nodes pass on behind an OP_RETURN (Bitcoin Core before 30, policy.h,
 * `MAX_OP_RETURN_RELAY`: 83 with the opcodes).
 */
export const maxMemoBytes = 80;

const opReturn = 0x6a;
const opPushData1 = 0x4c;
/** The longest push that is its own opcode. */
const maxDirectPush = 75;

/** Whether an output's script carries data and can be spent by nobody. */
export function isDataScript(script: Uint8Array): boolean {
  return script[0] === opReturn;
}

/**
 * The script that carries a memo and nothing else. Throws `RangeError` where it is empty or longer
 * than nodes pass on.
 */
export function memoScript(memo: Uint8Array): Uint8Array {
  const { length } = memo;
  if (length === 0 || length > maxMemoBytes)
    throw new RangeError(`a memo has 1 to ${maxMemoBytes} bytes`);
  const push = length > maxDirectPush ? [opPushData1, length] : [length];
  return Uint8Array.from([opReturn, ...push, ...memo]);
}

/**
 * The memo in a script, which has to be one push in its shortest form; a rune or another protocol
 * has more opcodes.
 */
export function readMemoScript(script: Uint8Array): Uint8Array | undefined {
  if (!isDataScript(script)) return undefined;
  const memo = script.slice(script[1] === opPushData1 ? 3 : 2);
  if (memo.length === 0 || memo.length > maxMemoBytes) return undefined;
  return Buffer.compare(memoScript(memo), script) === 0 ? memo : undefined;
}
