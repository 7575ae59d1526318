// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Plays the contract by which a rollup tells what it takes beside gas, as installed at the address that the
/// rollup has it at: the `GasPriceOracle` of the OP Stack, or Scroll's `L1GasPriceOracle`. Tests write the prices to
/// storage.
contract FeeOracle {
    uint256 public weiPerByte;
    uint256 public operatorWeiPerGas;
    uint256 public operatorConstant;
    /// @notice The price of an ether in coins, where the fee is told in ether (Mantle).
    uint256 public tokenRatio;

    /// @param data the transaction, as the rollup wants it
    function getL1Fee(bytes calldata data) external view returns (uint256) {
        return data.length * weiPerByte;
    }

    function getOperatorFee(uint256 gasUsed) external view returns (uint256) {
        return gasUsed * operatorWeiPerGas + operatorConstant;
    }
}
