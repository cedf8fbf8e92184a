// The judge of the differential test: runs templates with Go's own text/template.
// Reads one JSON case per line from standard input and prints one JSON outcome per line.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/template"
)

type request struct {
	Name       string            `json:"name"`
	Text       string            `json:"text"`
	Data       json.RawMessage   `json:"data"`
	MissingKey string            `json:"missingKey"`
	Also       map[string]string `json:"also"`
}

type outcome struct {
	Output string `json:"output,omitempty"`
	Error  string `json:"error,omitempty"`
}

// decode turns tagged JSON into Go values: {"$int": "5"}, {"$int64": "5"}, {"$uint8": ...}, {"$strings": [...]}, {"$bytes": "text"},
// {"$stringMap": {...}}, {"$point": {"X": .., "Y": ..}}. Plain numbers are float64.
func decode(value any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = decode(v[i])
		}
		return slices.Clip(v) // Its spare capacity, which slice may take in, is json's accident.
	case map[string]any:
		if len(v) == 1 {
			for key, inner := range v {
				if strings.HasPrefix(key, "$") {
					return tagged(key, inner)
				}
			}
		}
		for key := range v {
			v[key] = decode(v[key])
		}
	}
	return value
}

type point struct {
	X int
	Y string
}

func (p point) Shift(by int) int            { return p.X + by }
func (p point) Name() string                { return p.Y }
func (p point) Join(parts ...string) string { return p.Y + strings.Join(parts, "+") }
func (p point) Fail() (string, error)       { return "", errors.New("no luck") }

func integer(text string) (n int64) {
	fmt.Sscan(text, &n)
	return n
}

func tagged(key string, inner any) any {
	text, _ := inner.(string)
	switch key {
	case "$int":
		return int(integer(text))
	case "$int64":
		return integer(text)
	case "$int8":
		return int8(integer(text))
	case "$uint":
		return uint(integer(text))
	case "$uint8":
		return uint8(integer(text))
	case "$uint64":
		var n uint64
		fmt.Sscan(text, &n)
		return n
	case "$float32":
		var f float32
		fmt.Sscan(text, &f)
		return f
	case "$bytes":
		return []byte(text)
	case "$strings":
		list := []string{}
		for _, s := range inner.([]any) {
			list = append(list, s.(string))
		}
		return list
	case "$stringMap":
		m := map[string]string{}
		for k, s := range inner.(map[string]any) {
			m[k] = s.(string)
		}
		return m
	case "$point":
		return pointOf(inner)
	case "$pointer":
		p := pointOf(inner)
		return &p
	case "$func":
		return func(a int, b string) string { return fmt.Sprint(a, b) }
	}
	panic("unknown tag " + key)
}

func pointOf(inner any) point {
	fields := inner.(map[string]any)
	return point{X: int(integer(fields["X"].(string))), Y: fields["Y"].(string)}
}

func funcs(set func() *template.Template) template.FuncMap {
	return template.FuncMap{
		"str":     func(s string) string { return "s:" + s },
		"num":     func(n int) int { return n + 1 },
		"num64":   func(n int64) int64 { return n + 1 },
		"real":    func(f float64) float64 { return f / 2 },
		"flag":    func(b bool) bool { return !b },
		"dict":    dict,
		"list":    func(v ...any) []any { return v },
		"strs":    func(v ...string) []string { return v },
		"joined":  func(sep string, v []string) string { return strings.Join(v, sep) },
		"size":    func(m map[string]any) int { return len(m) },
		"count":   func(v []any) int { return len(v) },
		"same":    func(v any) any { return v },
		"nothing": func() any { return nil },
		"fail":    func(message string) (string, error) { return "", errors.New(message) },
		"set":     func(m map[string]any, key string, v any) map[string]any { m[key] = v; return m },
		"include": func(name string, data any) (string, error) {
			var out strings.Builder
			err := set().ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"tpl": func(text string, data any) (string, error) {
			t, err := set().Clone()
			if err != nil {
				return "", err
			}
			t, err = t.New(set().Name()).Parse(text)
			if err != nil {
				return "", err
			}
			var out strings.Builder
			err = t.Execute(&out, data)
			return out.String(), err
		},
	}
}

func dict(v ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i+1 < len(v); i += 2 {
		m[fmt.Sprint(v[i])] = v[i+1]
	}
	return m
}

func judge(r request) (result outcome) {
	defer func() {
		if p := recover(); p != nil {
			result = outcome{Error: fmt.Sprint("panic: ", p)}
		}
	}()
	var data any
	if len(r.Data) > 0 {
		if err := json.Unmarshal(r.Data, &data); err != nil {
			return outcome{Error: "bad case: " + err.Error()}
		}
	}
	t := template.New("set")
	if r.MissingKey != "" {
		t.Option("missingkey=" + r.MissingKey)
	}
	t.Funcs(funcs(func() *template.Template { return t }))
	for name, text := range r.Also {
		if _, err := t.New(name).Parse(text); err != nil {
			return outcome{Error: err.Error()}
		}
	}
	if _, err := t.New(r.Name).Parse(r.Text); err != nil {
		return outcome{Error: err.Error()}
	}
	var out bytes.Buffer
	if err := t.ExecuteTemplate(&out, r.Name, decode(data)); err != nil {
		return outcome{Error: err.Error()}
	}
	return outcome{Output: out.String()}
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for {
		line, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var r request
			if err := json.Unmarshal(line, &r); err != nil {
				panic(err)
			}
			if err := encoder.Encode(judge(r)); err != nil {
				panic(err)
			}
		}
		if err != nil {
			return
		}
	}
}
