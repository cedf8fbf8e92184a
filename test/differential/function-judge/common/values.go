// Package common holds the one named type that templates of Helm can tell from a plain map.
package common

// Values prints as common.Values, as the type of .Values does in Helm.
type Values map[string]any
