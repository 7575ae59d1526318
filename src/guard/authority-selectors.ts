/**
 * Calls that move tokens or grant permissions over them. None of them can be the call of a swap.
 */
export const authoritySelectors: ReadonlyMap<string, string> = new Map([
  ['0x095ea7b3', 'approve(address,uint256)'],
  ['0x39509351', 'increaseAllowance(address,uint256)'],
  ['0xa457c2d7', 'decreaseAllowance(address,uint256)'],
  ['0xd73dd623', 'increaseApproval(address,uint256)'],
  ['0x66188463', 'decreaseApproval(address,uint256)'],
  ['0xcae9ca51', 'approveAndCall(address,uint256,bytes)'],
  ['0x3177029f', 'approveAndCall(address,uint256)'],
  ['0x4000aea0', 'transferAndCall(address,uint256,bytes)'],
  ['0x1296ee62', 'transferAndCall(address,uint256)'],
  ['0xa9059cbb', 'transfer(address,uint256)'],
  ['0x23b872dd', 'transferFrom(address,address,uint256)'],
  ['0x42842e0e', 'safeTransferFrom(address,address,uint256)'],
  ['0xb88d4fde', 'safeTransferFrom(address,address,uint256,bytes)'],
  ['0xf242432a', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
  ['0x2eb2c2d6', 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'],
  ['0xa22cb465', 'setApprovalForAll(address,bool)'],
  ['0xd505accf', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
  ['0x8fcbaf0c', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'],
  ['0x9bd9bbc6', 'send(address,uint256,bytes)'],
  ['0x959b8c3f', 'authorizeOperator(address)'],
  ['0x42966c68', 'burn(uint256)'],
  ['0x79cc6790', 'burnFrom(address,uint256)'],
  // Permit2.
  ['0x87517c45', 'approve(address,address,uint160,uint48)'],
  ['0x2b67b570', 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)'],
  ['0x2a2d80d1', 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)'],
  ['0x36c78516', 'transferFrom(address,address,uint160,address)'],
  ['0x0d58b1db', 'transferFrom((address,address,uint160,address)[])'],
  [
    '0x30f28b7a',
    'permitTransferFrom(((address,uint256),uint256,uint256),(address,uint256),address,bytes)',
  ],
  [
    '0xedd9444b',
    'permitTransferFrom(((address,uint256)[],uint256,uint256),(address,uint256)[],address,bytes)',
  ],
]);
