// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeToken} from "./SafeToken.sol";
import {TokenGateway} from "./TokenGateway.sol";

/// @notice Where a cross-chain order is paid in. It keeps the deposit and announces it; the provider, who watches
/// from outside, pays out on the other chain. Like real deposit contracts it takes the same order
/// twice if it is sent twice: only the caller can prevent that.
contract BridgeGateway {
    using SafeToken for address;

    event BridgeRequested(
        bytes32 indexed orderId,
        address indexed sender,
        address token,
        uint256 amountReceived,
        uint256 destinationChainId,
        bytes32 destinationToken,
        bytes32 receiver,
        uint256 minimumOut
    );

    error DeadlineExpired(uint256 deadline, uint256 timestamp);
    error WrongNativeValue(uint256 sent, uint256 needed);

    /// @notice What every order costs in the native coin, on top of its amount.
    uint256 public immutable fixedFee;
    /// @notice Whom users approve: the shared token gateway, or this contract where there is none.
    address public immutable spender;

    constructor(uint256 fixedFee_, address tokenGateway) {
        fixedFee = fixedFee_;
        spender = tokenGateway == address(0) ? address(this) : tokenGateway;
    }

    /// @param token the zero address for the native coin
    /// @param destinationToken zeros for the native coin there; like the receiver in 32 bytes, because not all chains have addresses of 20
    /// @param minimumOut what the receiver must get; the provider is bound to it, this chain cannot check it
    /// @param deadline Unix seconds; the last moment at which the order is taken
    function bridge(
        bytes32 orderId,
        address token,
        uint256 amount,
        uint256 destinationChainId,
        bytes32 destinationToken,
        bytes32 receiver,
        uint256 minimumOut,
        uint256 deadline
    ) external payable {
        if (block.timestamp > deadline) revert DeadlineExpired(deadline, block.timestamp);
        bool isNative = token == address(0);
        uint256 needed = isNative ? amount + fixedFee : fixedFee;
        if (msg.value != needed) revert WrongNativeValue(msg.value, needed);

        uint256 received = isNative ? amount : _collect(token, amount);
        _keep(orderId, token, received);
        emit BridgeRequested(
            orderId,
            msg.sender,
            token,
            received,
            destinationChainId,
            destinationToken,
            receiver,
            minimumOut
        );
    }

    /// @dev For gateways that have to remember what was paid in.
    function _keep(bytes32 orderId, address token, uint256 received) internal virtual {}

    /// @return received what really arrived, which is less than the amount for tokens that take a fee
    function _collect(address token, uint256 amount) private returns (uint256 received) {
        uint256 balanceBefore = token.balanceOf(address(this));
        if (spender == address(this)) token.safeTransferFrom(msg.sender, address(this), amount);
        else TokenGateway(spender).collect(token, msg.sender, address(this), amount);
        received = token.balanceOf(address(this)) - balanceBefore;
    }
}
