// Command function-judge executes templates with the function map of Helm 4.2.4, as far as it needs no engine:
// Sprig 3.3.0 and the codecs. With the argument "helm3", and built with helm3.mod, it has that of Helm 3.20.0. It reads one JSON object a line, {"template": "...", "values": {...}}, and answers
// with one, {"output": "..."} or {"error": "..."}. With the argument "signatures" it prints the type of every function.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"text/template"

	"github.com/BurntSushi/toml"
	"github.com/Masterminds/sprig/v3"
	"mcpgw.dev/function-judge/chartutil"
	"mcpgw.dev/function-judge/common"
	"sigs.k8s.io/yaml"
	goyaml "sigs.k8s.io/yaml/goyaml.v3"
)

type request struct {
	Template string         `json:"template"`
	Values   map[string]any `json:"values"`
}

type answer struct {
	Output *string `json:"output,omitempty"`
	Error  *string `json:"error,omitempty"`
}

func main() {
	funcs := functions()
	isHelm3 := len(os.Args) > 1 && os.Args[1] == "helm3"
	if isHelm3 {
		for _, name := range []string{"mustToYaml", "mustToToml"} {
			delete(funcs, name)
		}
		funcs["mustToJson"] = sprig.TxtFuncMap()["mustToJson"]
	}
	if len(os.Args) > 1 && os.Args[1] == "signatures" {
		for _, name := range slices.Sorted(maps.Keys(funcs)) {
			fmt.Println(name, reflect.TypeOf(funcs[name]))
		}
		return
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var r request
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			panic(err)
		}
		if err := out.Encode(judge(funcs, r, isHelm3)); err != nil {
			panic(err)
		}
	}
}

func judge(funcs template.FuncMap, r request, isHelm3 bool) answer {
	var values any = common.Values(r.Values)
	if isHelm3 {
		values = chartutil.Values(r.Values)
	}
	var out strings.Builder
	t, err := template.New("t").Option("missingkey=zero").Funcs(funcs).Parse(r.Template)
	if err == nil {
		err = t.Execute(&out, map[string]any{"Values": values})
	}
	if err != nil {
		text := err.Error()
		return answer{Error: &text}
	}
	text := out.String()
	return answer{Output: &text}
}

func functions() template.FuncMap {
	f := sprig.TxtFuncMap()
	delete(f, "env")
	delete(f, "expandenv")
	maps.Copy(f, template.FuncMap{
		"toYaml":        func(v any) string { return orEmpty(marshalYaml(v)) },
		"mustToYaml":    func(v any) string { return must(marshalYaml(v)) },
		"toYamlPretty":  func(v any) string { return orEmpty(marshalYamlPretty(v)) },
		"fromYaml":      func(s string) map[string]any { return intoMap(s, unmarshalYaml) },
		"fromYamlArray": func(s string) []any { return intoArray(s, unmarshalYaml) },
		"toJson":        func(v any) string { return orEmpty(marshalJson(v)) },
		"mustToJson":    func(v any) string { return must(marshalJson(v)) },
		"fromJson":      func(s string) map[string]any { return intoMap(s, json.Unmarshal) },
		"fromJsonArray": func(s string) []any { return intoArray(s, json.Unmarshal) },
		"toToml":        func(v any) string { return orMessage(marshalToml(v)) },
		"mustToToml":    func(v any) string { return must(marshalToml(v)) },
		"fromToml":      func(s string) map[string]any { return intoMap(s, toml.Unmarshal) },
	})
	return f
}

func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}

func orEmpty(s string, err error) string {
	if err != nil {
		return ""
	}
	return s
}

func orMessage(s string, err error) string {
	if err != nil {
		return err.Error()
	}
	return s
}

func marshalYaml(v any) (string, error) {
	data, err := yaml.Marshal(v)
	return strings.TrimSuffix(string(data), "\n"), err
}

func marshalYamlPretty(v any) (string, error) {
	var data bytes.Buffer
	encoder := goyaml.NewEncoder(&data)
	encoder.SetIndent(2)
	err := encoder.Encode(v)
	return strings.TrimSuffix(data.String(), "\n"), err
}

func unmarshalYaml(data []byte, v any) error { return yaml.Unmarshal(data, v) }

func marshalJson(v any) (string, error) {
	data, err := json.Marshal(v)
	return string(data), err
}

func marshalToml(v any) (string, error) {
	var data bytes.Buffer
	err := toml.NewEncoder(&data).Encode(v)
	return data.String(), err
}

func intoMap(s string, decode func([]byte, any) error) map[string]any {
	m := map[string]any{}
	if err := decode([]byte(s), &m); err != nil {
		m["Error"] = err.Error()
	}
	return m
}

func intoArray(s string, decode func([]byte, any) error) []any {
	a := []any{}
	if err := decode([]byte(s), &a); err != nil {
		a = []any{err.Error()}
	}
	return a
}
