// Package chartutil holds the one named type that templates of Helm can tell from a plain map.
package chartutil

// Values prints as chartutil.Values, as the type of .Values does in Helm 3.
type Values map[string]any
