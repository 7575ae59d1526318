// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeToken} from "./SafeToken.sol";

/// @notice A constant-product pair (x * y = k) of two tokens that it really holds, with a fee of 30 bps.
/// As in Uniswap V2 the input is sent to the pool first, and the pool counts what arrived; so tokens
/// that take a fee on transfer work. Its liquidity is a gift: there are no shares to redeem.
contract Pool {
    using SafeToken for address;

    event Swap(
        address indexed caller,
        address indexed receiver,
        address tokenIn,
        uint256 amountIn,
        address tokenOut,
        uint256 amountOut
    );

    error NotInPool(address token);
    error NothingPaidIn();

    uint256 public constant FEE_BPS = 30;
    address public immutable token0;
    address public immutable token1;
    uint256 public reserve0;
    uint256 public reserve1;

    constructor(address token0_, address token1_) {
        token0 = token0_;
        token1 = token1_;
    }

    function reserves() external view returns (uint256, uint256) {
        return (reserve0, reserve1);
    }

    /// @notice Takes whatever the pool holds as its reserves. This is how liquidity is added.
    function sync() public {
        reserve0 = token0.balanceOf(address(this));
        reserve1 = token1.balanceOf(address(this));
    }

    /// @notice Swaps what has been paid in beyond the reserves, and sends the output to the receiver.
    function swap(address tokenOut, address receiver) external returns (uint256 amountOut) {
        bool isToken1Out = tokenOut == token1;
        if (!isToken1Out && tokenOut != token0) revert NotInPool(tokenOut);
        (address tokenIn, uint256 reserveIn, uint256 reserveOut) =
            isToken1Out ? (token0, reserve0, reserve1) : (token1, reserve1, reserve0);

        uint256 amountIn = tokenIn.balanceOf(address(this)) - reserveIn;
        if (amountIn == 0) revert NothingPaidIn();

        uint256 amountInAfterFee = amountIn * (10_000 - FEE_BPS);
        amountOut = (amountInAfterFee * reserveOut) / (reserveIn * 10_000 + amountInAfterFee);
        tokenOut.safeTransfer(receiver, amountOut);
        sync();
        emit Swap(msg.sender, receiver, tokenIn, amountIn, tokenOut, amountOut);
    }
}
