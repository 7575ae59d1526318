// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BridgeGateway} from "./BridgeGateway.sol";
import {SafeToken} from "./SafeToken.sol";

/// @notice A gateway that gives a deposit back: once, to whoever made it, and only after the provider has released it. Anybody
/// may send the transaction that does it.
contract RefundGateway is BridgeGateway {
    using SafeToken for address;

    event RefundReleased(bytes32 indexed orderId);
    event Refunded(bytes32 indexed orderId, address indexed depositor, address token, uint256 amount);

    error NotOperator(address caller);
    error NothingToRelease(bytes32 orderId);
    error NothingToRefund(bytes32 orderId);
    error NativeTransferFailed(address receiver, uint256 amount);

    enum Stage {
        None,
        Kept,
        Released,
        Refunded
    }

    struct Deposit {
        address depositor;
        address token;
        uint256 amount;
        Stage stage;
    }

    address public immutable operator;
    /// @notice The first deposit of each order; a second one is lost.
    mapping(bytes32 orderId => Deposit) public deposits;

    constructor(uint256 fixedFee_, address tokenGateway, address operator_) BridgeGateway(fixedFee_, tokenGateway) {
        operator = operator_;
    }

    function releaseRefund(bytes32 orderId) external {
        if (msg.sender != operator) revert NotOperator(msg.sender);
        Deposit storage deposit = deposits[orderId];
        if (deposit.stage != Stage.Kept) revert NothingToRelease(orderId);
        deposit.stage = Stage.Released;
        emit RefundReleased(orderId);
    }

    function refund(bytes32 orderId) external {
        Deposit storage deposit = deposits[orderId];
        if (deposit.stage != Stage.Released) revert NothingToRefund(orderId);
        deposit.stage = Stage.Refunded;
        (address depositor, address token, uint256 amount) = (deposit.depositor, deposit.token, deposit.amount);
        emit Refunded(orderId, depositor, token, amount);
        if (token != address(0)) {
            token.safeTransfer(depositor, amount);
            return;
        }
        (bool sent, ) = depositor.call{value: amount}("");
        if (!sent) revert NativeTransferFailed(depositor, amount);
    }

    function _keep(bytes32 orderId, address token, uint256 received) internal override {
        if (deposits[orderId].stage != Stage.None) return;
        deposits[orderId] = Deposit(msg.sender, token, received, Stage.Kept);
    }
}
