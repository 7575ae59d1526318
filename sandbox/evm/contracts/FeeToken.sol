// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {StandardToken} from "./StandardToken.sol";

/// @notice A token that burns one percent of whatever is transferred, so that less arrives than was sent.
contract FeeToken is StandardToken {
    uint256 public constant FEE_BPS = 100;

    constructor(string memory name_, string memory symbol_, uint8 decimals_) StandardToken(name_, symbol_, decimals_) {}

    function _move(address from, address to, uint256 amount) internal override {
        if (to == address(0)) revert ZeroAddressReceiver();
        uint256 fee = (amount * FEE_BPS) / 10_000;
        _debit(from, amount);
        totalSupply -= fee;
        balanceOf[to] += amount - fee;
        emit Transfer(from, to, amount - fee);
        emit Transfer(from, address(0), fee);
    }
}
