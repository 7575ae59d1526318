// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeToken} from "./SafeToken.sol";

/// @notice Where a layer-2 bridge keeps what arrives until it is claimed: once, in the released amount, for the order's
/// receiver. Anybody may send the claim. The vault is filled in advance; only the bridge says what belongs to whom.
contract ClaimVault {
    using SafeToken for address;

    event ClaimReleased(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount);
    event Claimed(bytes32 indexed orderId, address indexed receiver, address token, uint256 amount);

    error NotOperator(address caller);
    error AlreadyReleased(bytes32 orderId);
    error NothingToClaim(bytes32 orderId);
    error NativeTransferFailed(address receiver, uint256 amount);

    struct Release {
        address receiver;
        address token;
        uint256 amount;
        bool isClaimed;
    }

    address public immutable operator;
    mapping(bytes32 orderId => Release) public releases;

    constructor(address operator_) {
        operator = operator_;
    }

    receive() external payable {}

    /// @param token the zero address for the native coin
    function release(bytes32 orderId, address receiver, address token, uint256 amount) external {
        if (msg.sender != operator) revert NotOperator(msg.sender);
        if (releases[orderId].receiver != address(0)) revert AlreadyReleased(orderId);
        releases[orderId] = Release(receiver, token, amount, false);
        emit ClaimReleased(orderId, receiver, token, amount);
    }

    function claim(bytes32 orderId) external {
        Release storage entry = releases[orderId];
        (address receiver, address token, uint256 amount) = (entry.receiver, entry.token, entry.amount);
        if (receiver == address(0) || entry.isClaimed) revert NothingToClaim(orderId);
        entry.isClaimed = true;
        emit Claimed(orderId, receiver, token, amount);
        if (token != address(0)) {
            token.safeTransfer(receiver, amount);
            return;
        }
        (bool sent, ) = receiver.call{value: amount}("");
        if (!sent) revert NativeTransferFailed(receiver, amount);
    }
}
