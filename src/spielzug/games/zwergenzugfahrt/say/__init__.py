"""Texts, sentences, refusals and views of Die Zwergenzugfahrt."""
