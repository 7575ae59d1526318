/** The polynomial of CRC-16/XMODEM. */
const POLYNOMIAL = 0x1021;

/** The id of a get method, as FunC computes it: the CRC of its name, with the 17th bit set. */
export function methodId(name: string): number {
  return crc16(Buffer.from(name)) | 0x10000;
}

function crc16(bytes: Buffer): number {
  let checksum = 0;
  for (const byte of bytes) {
    checksum ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) {
      const isCarried = (checksum & 0x8000) !== 0;
      checksum = (checksum << 1) & 0xffff;
      if (isCarried) checksum ^= POLYNOMIAL;
    }
  }
  return checksum;
}
