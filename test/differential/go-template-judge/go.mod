module go-template-judge

go 1.26
