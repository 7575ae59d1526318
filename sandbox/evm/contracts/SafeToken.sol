// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface Erc20 {
    function balanceOf(address owner) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @notice Token calls that accept what deployed tokens really answer: true, or nothing at all.
library SafeToken {
    error TokenCallFailed(address token);

    function balanceOf(address token, address owner) internal view returns (uint256) {
        return Erc20(token).balanceOf(owner);
    }

    function safeTransfer(address token, address to, uint256 amount) internal {
        _call(token, abi.encodeCall(Erc20.transfer, (to, amount)));
    }

    function safeTransferFrom(address token, address from, address to, uint256 amount) internal {
        _call(token, abi.encodeCall(Erc20.transferFrom, (from, to, amount)));
    }

    function _call(address token, bytes memory data) private {
        (bool succeeded, bytes memory answer) = token.call(data);
        if (!succeeded) {
            if (answer.length == 0) revert TokenCallFailed(token);
            // Hand the token's own reason on, so that the caller sees why.
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
        bool confirmed = answer.length == 0 ? token.code.length > 0 : abi.decode(answer, (bool));
        if (!confirmed) revert TokenCallFailed(token);
    }
}
