# How BenchExec runs Raddle: copy this file to benchexec/tools/, or put its folder on PYTHONPATH and say
# <benchmark tool="raddle" ...>. `python3 -m benchexec.test_tool_info raddle` shows what it makes of a task.

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """Raddle, a checker of concurrent programs."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("raddle")

    def name(self):
        return "Raddle"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="raddle ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp"] + options
        if task.property_file:
            command += ["--property", task.property_file]
        model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if model and "--data-model" not in options:
            command += ["--data-model", model]
        # Raddle gives up by itself a little earlier, so that it can say so. It uses all cores that it is given.
        limit = rlimits.walltime
        if rlimits.cputime:
            share = rlimits.cputime / (rlimits.cpu_cores or 1)
            limit = min(limit, share) if limit else share
        if limit and "--timeout" not in options:
            command += ["--timeout", f"{max(1, int(limit * 0.95))}s"]
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        words = {
            "true": result.RESULT_TRUE_PROP,
            "unknown": result.RESULT_UNKNOWN,
            "false(unreach-call)": result.RESULT_FALSE_REACH,
            "false(no-overflow)": result.RESULT_FALSE_OVERFLOW,
            "false(no-deadlock)": result.RESULT_FALSE_DEADLOCK,
            "false(no-data-race)": result.RESULT_FALSE_DATARACE,
            "false(valid-free)": result.RESULT_FALSE_FREE,
            "false(valid-deref)": result.RESULT_FALSE_DEREF,
            "false(valid-memtrack)": result.RESULT_FALSE_MEMTRACK,
            "false(valid-memcleanup)": result.RESULT_FALSE_MEMCLEANUP,
        }
        last = [line.strip() for line in run.output if line.strip()][-1:]
        if not last or last[0] not in words:
            if run.was_timeout:
                return result.RESULT_TIMEOUT
            return f"{result.RESULT_ERROR}({run.exit_code.value})"
        if last[0] == "unknown" and run.exit_code.value == 6:
            return f"{result.RESULT_ERROR}(internal)"
        return words[last[0]]
