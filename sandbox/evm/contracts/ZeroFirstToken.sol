// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TokenBase} from "./TokenBase.sol";

/// @notice A token like USDT on Ethereum: its calls return nothing, and an allowance that is not zero
/// has to be set to zero before it can be set to something else.
contract ZeroFirstToken is TokenBase {
    error AllowanceNotZero(address spender, uint256 allowance);

    constructor(string memory name_, string memory symbol_, uint8 decimals_) TokenBase(name_, symbol_, decimals_) {}

    function transfer(address to, uint256 amount) external {
        _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external {
        _useAllowance(from, msg.sender, amount);
        _move(from, to, amount);
    }

    function approve(address spender, uint256 amount) external {
        uint256 current = allowance[msg.sender][spender];
        if (amount != 0 && current != 0) revert AllowanceNotZero(spender, current);
        _setAllowance(msg.sender, spender, amount);
    }
}
