/**
 * Hashes of block 0 of networks whose coins have value, by EIP-155 chain id (go-ethereum's
 * `params`, and the networks' own documents). Ethereum Classic shares the first with Ethereum. Other
 * networks are told by their chain id alone, which every signature carries.
 */
export const evmGenesis: Readonly<Record<number, string>> = {
  1: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  56: '0x0d21840abff46b96c84b2ac9e10e4f5cdaeb5693cb665db62a2f3b02d2d57b5b',
  61: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
  100: '0x4f1dd23188aab3a76b463e4af801b52b1248ef073c648cbdc4c9333d3da79756',
  8453: '0xf712aa9241cc24369b143cf6dce85f0902a9731e70d66818a3a5845b296c73dd',
};
