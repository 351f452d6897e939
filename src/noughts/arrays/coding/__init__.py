"""Codecs in bulk: conversion of arrays of values to codes and back, and between two codecs."""
