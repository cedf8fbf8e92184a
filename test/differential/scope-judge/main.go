// Command scope-judge renders templates as Helm 4.2.4 does, with Helm's own engine and the scope that Helm gives a chart.
// The argument is a chart folder. It reads one JSON string a line, a template, which becomes the chart's only one, and
// answers with one JSON object, {"output": "..."} or {"error": "..."}. Each template has a scope of its own.
// With the argument "schema" it reads objects {"schema": "...", "values": {...}} and says what Helm says of them.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"
)

const file = "templates/t.yaml"

type answer struct {
	Output *string `json:"output,omitempty"`
	Error  *string `json:"error,omitempty"`
}

func main() {
	if os.Args[1] == "schema" {
		answerAll(judgeSchema)
		return
	}
	loaded, err := loader.Load(os.Args[1])
	if err != nil {
		panic(err)
	}
	if err := chartutil.ProcessDependencies(loaded, common.Values{}); err != nil {
		panic(err)
	}
	answerAll(func(text string) answer { return judge(loaded, text) })
}

func answerAll[T any](judge func(T) answer) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for in.Scan() {
		var question T
		if err := json.Unmarshal(in.Bytes(), &question); err != nil {
			panic(err)
		}
		if err := out.Encode(judge(question)); err != nil {
			panic(err)
		}
	}
}

type schemaQuestion struct {
	Schema string         `json:"schema"`
	Values map[string]any `json:"values"`
}

func judgeSchema(question schemaQuestion) answer {
	if err := util.ValidateAgainstSingleSchema(question.Values, []byte(question.Schema)); err != nil {
		reason := err.Error()
		return answer{Error: &reason}
	}
	fits := ""
	return answer{Output: &fits}
}

func judge(loaded *chart.Chart, text string) answer {
	loaded.Templates = []*common.File{{Name: file, Data: []byte(text)}}
	options := common.ReleaseOptions{Name: "rel", Namespace: "ns", Revision: 1, IsInstall: true}
	capabilities := common.DefaultCapabilities.Copy()
	values, err := util.ToRenderValues(loaded, map[string]any{}, options, capabilities)
	if err == nil {
		var rendered map[string]string
		if rendered, err = engine.Render(loaded, values); err == nil {
			output := rendered[loaded.ChartFullPath()+"/"+file]
			return answer{Output: &output}
		}
	}
	reason := err.Error()
	return answer{Error: &reason}
}
