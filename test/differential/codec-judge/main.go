// Command codec-judge answers how Helm's YAML, JSON and TOML libraries treat an input. It reads JSON lines
// {"op": ..., "data": base64} or {"op": ..., "value": tagged value} and writes JSON lines {"ok": base64 or tagged value} or {"error": base64}.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	goyaml "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

type request struct {
	Op    string  `json:"op"`
	Data  []byte  `json:"data"`
	Value *tagged `json:"value"`
}

type response struct {
	Ok    []byte  `json:"ok,omitempty"`
	Value *tagged `json:"value,omitempty"`
	Error []byte  `json:"error,omitempty"`
}

// tagged is a Go value with its type: T is nil, bool, int, int64, uint64, float64, float32, string, bytes, time, list or map.
type tagged struct {
	T    string   `json:"t"`
	V    string   `json:"v,omitempty"`
	B    []byte   `json:"b,omitempty"`
	List []tagged `json:"list,omitempty"`
	Keys [][]byte `json:"keys,omitempty"`
}

type SimpleHead struct {
	Version  string `json:"apiVersion"`
	Kind     string `json:"kind,omitempty"`
	Metadata *struct {
		Name        string            `json:"name"`
		Annotations map[string]string `json:"annotations"`
	} `json:"metadata,omitempty"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := in.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			return
		}
		var req request
		if err := json.Unmarshal(line, &req); err != nil {
			panic(err)
		}
		answer, _ := json.Marshal(judge(req))
		out.Write(append(answer, '\n'))
	}
}

func judge(req request) (res response) {
	defer func() {
		if r := recover(); r != nil {
			res = response{Error: []byte(fmt.Sprint("panic: ", r))}
		}
	}()
	text, value, err := run(req)
	if err != nil {
		return response{Error: []byte(err.Error())}
	}
	if value != nil {
		return response{Value: value}
	}
	return response{Ok: text}
}

func run(req request) ([]byte, *tagged, error) {
	switch req.Op {
	case "unmarshalYaml":
		var v any
		err := yaml.Unmarshal(req.Data, &v)
		return nil, tag(v), err
	case "unmarshalYamlMap":
		var v map[string]any
		err := yaml.Unmarshal(req.Data, &v)
		return nil, tag(v), err
	case "unmarshalYamlArray":
		var v []any
		err := yaml.Unmarshal(req.Data, &v)
		return nil, tag(v), err
	case "unmarshalJson":
		var v any
		err := json.Unmarshal(req.Data, &v)
		return nil, tag(v), err
	case "unmarshalJsonMap":
		var v map[string]any
		err := json.Unmarshal(req.Data, &v)
		return nil, tag(v), err
	case "unmarshalToml":
		v := map[string]any{}
		err := toml.Unmarshal(req.Data, &v)
		return nil, tag(v), err
	case "readHead":
		var head SimpleHead
		if err := yaml.Unmarshal(req.Data, &head); err != nil {
			return nil, nil, err
		}
		text, err := json.Marshal(head)
		return text, nil, err
	}
	return marshal(req)
}

func marshal(req request) ([]byte, *tagged, error) {
	var v any
	if req.Value != nil {
		v = untag(*req.Value)
	}
	switch req.Op {
	case "marshalYaml":
		text, err := yaml.Marshal(v)
		return text, nil, err
	case "marshalYamlPretty":
		var out bytes.Buffer
		encoder := goyaml.NewEncoder(&out)
		encoder.SetIndent(2)
		err := encoder.Encode(v)
		return out.Bytes(), nil, err
	case "marshalJson":
		text, err := json.Marshal(v)
		return text, nil, err
	case "marshalJsonIndent":
		text, err := json.MarshalIndent(v, "", "  ")
		return text, nil, err
	case "marshalJsonRaw":
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(v)
		return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil, err
	case "marshalToml":
		var out bytes.Buffer
		err := toml.NewEncoder(&out).Encode(v)
		return out.Bytes(), nil, err
	}
	panic("unknown op " + req.Op)
}

func tag(v any) *tagged {
	switch v := v.(type) {
	case nil:
		return &tagged{T: "nil"}
	case bool:
		return &tagged{T: "bool", V: strconv.FormatBool(v)}
	case int64:
		return &tagged{T: "int64", V: strconv.FormatInt(v, 10)}
	case float64:
		return &tagged{T: "float64", V: strconv.FormatFloat(v, 'g', -1, 64)}
	case string:
		return &tagged{T: "string", B: []byte(v)}
	case time.Time:
		return &tagged{T: "time", V: v.Format(time.RFC3339Nano) + " " + v.Location().String()}
	case []any:
		if v == nil {
			return &tagged{T: "nilList"}
		}
		out := &tagged{T: "list"}
		for _, item := range v {
			out.List = append(out.List, *tag(item))
		}
		return out
	case []map[string]any:
		out := &tagged{T: "maps"}
		for _, item := range v {
			out.List = append(out.List, *tag(item))
		}
		return out
	case map[string]any:
		if v == nil {
			return &tagged{T: "nilMap"}
		}
		out := &tagged{T: "map"}
		for key, value := range v {
			out.Keys = append(out.Keys, []byte(key))
			out.List = append(out.List, *tag(value))
		}
		return out
	}
	panic(fmt.Sprintf("cannot tag %T", v))
}

func untag(t tagged) any {
	switch t.T {
	case "nil":
		return nil
	case "bool":
		return t.V == "true"
	case "int":
		n, _ := strconv.Atoi(t.V)
		return n
	case "int64":
		n, _ := strconv.ParseInt(t.V, 10, 64)
		return n
	case "uint64":
		n, _ := strconv.ParseUint(t.V, 10, 64)
		return n
	case "float64":
		n, _ := strconv.ParseFloat(t.V, 64)
		return n
	case "float32":
		n, _ := strconv.ParseFloat(t.V, 32)
		return float32(n)
	case "string":
		return string(t.B)
	case "bytes":
		return append([]byte{}, t.B...)
	case "nilMap":
		return map[string]any(nil)
	case "nilList":
		return []any(nil)
	case "time":
		v, _ := time.Parse(time.RFC3339Nano, strings.Fields(t.V)[0])
		return v
	case "list":
		out := make([]any, 0, len(t.List))
		for _, item := range t.List {
			out = append(out, untag(item))
		}
		return out
	case "map":
		out := map[string]any{}
		for i, key := range t.Keys {
			out[string(key)] = untag(t.List[i])
		}
		return out
	}
	panic("unknown type " + t.T)
}
