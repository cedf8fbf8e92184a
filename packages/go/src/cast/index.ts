/** github.com/spf13/cast v1.7.0: conversion of values to numbers. */
export { atoi, parseInt64OrZero, toFloat64, toInt64 } from './cast.js';
