/**
 * Distinguishes this network from the main one (-239) and the test one (-3), in block headers and
 * in wallets of version 5.
 */
export const GLOBAL_ID = -7_700_006;
