// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Pool} from "./Pool.sol";
import {SafeToken} from "./SafeToken.sol";
import {TokenGateway} from "./TokenGateway.sol";
import {WrappedNative} from "./WrappedNative.sol";

/// @notice Swaps along a path of pools. The three functions have the signatures of Uniswap V2's router, so whatever
/// decodes that one decodes this one. Two things differ: users approve the token gateway instead of
/// this contract, and the minimum is measured on the receiver's own balance.
contract SwapRouter {
    using SafeToken for address;

    error DeadlineExpired(uint256 deadline, uint256 timestamp);
    error MinimumNotReached(uint256 received, uint256 minimum);
    error NoPool(address tokenIn, address tokenOut);
    error NotWrappedNative(address token);
    error NativeTransferFailed(address receiver, uint256 amount);

    WrappedNative public immutable wrappedNative;
    TokenGateway public immutable tokenGateway;
    mapping(address tokenIn => mapping(address tokenOut => Pool)) private _pools;

    constructor(WrappedNative wrappedNative_, TokenGateway tokenGateway_, Pool[] memory pools) {
        wrappedNative = wrappedNative_;
        tokenGateway = tokenGateway_;
        for (uint256 index = 0; index < pools.length; index++) {
            Pool pool = pools[index];
            (address token0, address token1) = (pool.token0(), pool.token1());
            _pools[token0][token1] = pool;
            _pools[token1][token0] = pool;
        }
    }

    modifier notAfter(uint256 deadline) {
        if (block.timestamp > deadline) revert DeadlineExpired(deadline, block.timestamp);
        _;
    }

    /// @notice Only unwrapping pays this contract: it keeps nothing between transactions.
    receive() external payable {
        if (msg.sender != address(wrappedNative)) revert NotWrappedNative(msg.sender);
    }

    function poolOf(address tokenIn, address tokenOut) public view returns (Pool pool) {
        pool = _pools[tokenIn][tokenOut];
        if (address(pool) == address(0)) revert NoPool(tokenIn, tokenOut);
    }

    function swapExactTokensForTokensSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external notAfter(deadline) {
        address tokenOut = path[path.length - 1];
        uint256 balanceBefore = tokenOut.balanceOf(to);
        tokenGateway.collect(path[0], msg.sender, address(poolOf(path[0], path[1])), amountIn);
        _swapAlong(path, to);
        _requireMinimum(tokenOut.balanceOf(to) - balanceBefore, amountOutMin);
    }

    function swapExactETHForTokensSupportingFeeOnTransferTokens(
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external payable notAfter(deadline) {
        _requireWrappedNative(path[0]);
        address tokenOut = path[path.length - 1];
        uint256 balanceBefore = tokenOut.balanceOf(to);
        wrappedNative.deposit{value: msg.value}();
        path[0].safeTransfer(address(poolOf(path[0], path[1])), msg.value);
        _swapAlong(path, to);
        _requireMinimum(tokenOut.balanceOf(to) - balanceBefore, amountOutMin);
    }

    function swapExactTokensForETHSupportingFeeOnTransferTokens(
        uint256 amountIn,
        uint256 amountOutMin,
        address[] calldata path,
        address to,
        uint256 deadline
    ) external notAfter(deadline) {
        _requireWrappedNative(path[path.length - 1]);
        uint256 balanceBefore = to.balance;
        tokenGateway.collect(path[0], msg.sender, address(poolOf(path[0], path[1])), amountIn);
        _swapAlong(path, address(this));
        uint256 amountOut = wrappedNative.balanceOf(address(this));
        wrappedNative.withdraw(amountOut);
        (bool sent, ) = to.call{value: amountOut}("");
        if (!sent) revert NativeTransferFailed(to, amountOut);
        _requireMinimum(to.balance - balanceBefore, amountOutMin);
    }

    /// @dev The first pool has been paid already; each pool pays the next one, the last pays the receiver.
    function _swapAlong(address[] calldata path, address receiver) private {
        for (uint256 index = 0; index + 1 < path.length; index++) {
            bool isLast = index + 2 == path.length;
            address next = isLast ? receiver : address(poolOf(path[index + 1], path[index + 2]));
            poolOf(path[index], path[index + 1]).swap(path[index + 1], next);
        }
    }

    function _requireMinimum(uint256 received, uint256 minimum) private pure {
        if (received < minimum) revert MinimumNotReached(received, minimum);
    }

    function _requireWrappedNative(address token) private view {
        if (token != address(wrappedNative)) revert NotWrappedNative(token);
    }
}
